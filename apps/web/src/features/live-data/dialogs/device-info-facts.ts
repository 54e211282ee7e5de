import type { ReceivedDeviceInfo } from '@heliograph/contract';
import type { Formats } from '../../../shared/i18n/format.ts';

/**
 * A fact of an inverter: its text; not reported yet; lost from the capped answer of an original device
 * (docs/reference/original-device.md#quirk-5); or of a model that the gateway does not know.
 */
export type Fact = { readonly text: string } | 'notYet' | 'notReported' | 'unknown';

/** What there is to say of an inverter, in the order of the screen. */
export interface DeviceFacts {
  readonly model: Fact;
  readonly maxPower: Fact;
  readonly bootloader: Fact;
  readonly firmware: Fact;
  readonly buildDate: Fact;
  readonly partNumber: Fact;
  readonly hardwareVersion: Fact;
}

const NOTHING_YET: DeviceFacts = {
  model: 'notYet',
  maxPower: 'notYet',
  bootloader: 'notYet',
  firmware: 'notYet',
  buildDate: 'notYet',
  partNumber: 'notYet',
  hardwareVersion: 'notYet',
};

/**
 * Reads the facts from the wire, where a zero or an empty text stands for what was not reported yet; without valid data
 * nothing of it means anything. Source: docs/reference/original-device.md#device-info.
 */
export function deviceFacts(info: ReceivedDeviceInfo, format: Formats): DeviceFacts {
  if (!info.isValid) return NOTHING_YET;
  const partNumber = factOf(info.partNumber, partNumberText);
  const model = factOf(info.modelName, (name) => name);
  const maxPower = factOf(info.maxPowerW, (watts) => `${format.noDigits(watts)}${format.unitGap('W')}W`);
  return {
    model: model === 'notYet' && isReported(partNumber) ? 'unknown' : model,
    maxPower: maxPower === 'notYet' && isReported(partNumber) ? 'unknown' : maxPower,
    bootloader: factOf(info.bootloaderVersion, versionText),
    firmware: factOf(info.firmwareVersion, versionText),
    buildDate: buildDateFact(info, format),
    partNumber,
    hardwareVersion:
      info.hardwareVersion === NO_VERSION && !isReported(partNumber)
        ? 'notYet'
        : factOf(info.hardwareVersion, (version) => version),
  };
}

/** The two answers of an inverter come one after the other; what is told by a number tells which one is missing. */
export function isComplete(info: ReceivedDeviceInfo): boolean {
  return info.isValid && info.firmwareVersion !== 0 && info.partNumber !== 0;
}

/** Before the answer. Source: docs/reference/original-device.md#device-info. */
const NO_VERSION = '00.00';

function isReported(fact: Fact): boolean {
  return typeof fact === 'object';
}

function factOf<T extends number | string>(value: T | undefined, read: (value: T) => string): Fact {
  if (value === undefined) return 'notReported';
  const isSomething = typeof value === 'number' ? value >= 1 : value.trim() !== '';
  return isSomething ? { text: read(value).trim() } : 'notYet';
}

/** `major.minor.patch` of major * 10000 + minor * 100 + patch. */
function versionText(version: number): string {
  const whole = Math.trunc(version);
  return [Math.floor(whole / 10_000), Math.floor(whole / 100) % 100, whole % 100].join('.');
}

/** The number as on the wire, and its four bytes, by which models are told apart: `269553683 (10 11 10 13)`. */
function partNumberText(partNumber: number): string {
  const whole = Math.trunc(partNumber);
  const bytes = whole.toString(16).padStart(8, '0').match(/..?/g) ?? [];
  return `${whole} (${bytes.join(' ').toUpperCase()})`;
}

// The wire's form; it has no zone and is shown as it stands.
const BUILD_DATE_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
/** What a gateway may send while it does not know. Source: docs/reference/original-device.md#quirk-7. */
const NO_DATE = '1970-01-01 00:00:00';

/**
 * Without the firmware's answer the original sends the formatting of an undefined date
 * (docs/reference/original-device.md#quirk-7).
 */
function buildDateFact({ firmwareVersion, firmwareBuiltAt }: ReceivedDeviceInfo, format: Formats): Fact {
  if (firmwareVersion === 0 || firmwareBuiltAt === NO_DATE) return 'notYet';
  return factOf(firmwareBuiltAt, (text) => {
    const unixMs = buildMoment(text);
    return unixMs === undefined ? text : format.dateTime(unixMs);
  });
}

/**
 * The build date as unix milliseconds of this browser's zone, so that it is shown with the digits it has; undefined
 * for what is no date, such as the 31st of February or an hour that summer time leaves out here.
 */
function buildMoment(text: string): number | undefined {
  const sent = BUILD_DATE_TIME.exec(text)?.slice(1).map(Number);
  if (sent === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = sent;
  const date = new Date(year, month - 1, day, hour, minute, second);
  const days = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const read = [...days, date.getHours(), date.getMinutes(), date.getSeconds()];
  return read.every((part, index) => part === sent[index]) ? date.getTime() : undefined;
}
