import type * as z from 'zod/mini';
import { lenientBoolean, oneOfTexts, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { RADIO_FAULTS, type RadioFault, type RadioFaultFacts } from './radio-faults.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/** How well the gateway's own radio reaches each inverter, and how it hops. All of it is ours, no original device has it. */

/**
 * How the RF channels are walked through: in the time slots of the inverters' chips, or as original devices do
 * (docs/reference/radio-protocol.md#time-slots).
 */
export const HOP_MODES = ['rigid', 'free'] as const;
export type HopMode = (typeof HOP_MODES)[number];

export const RadioSettingsSchema = /* @__PURE__ */ wireObject({
  hop_mode: /* @__PURE__ */ oneOfTexts({ texts: HOP_MODES, fail: 'ValuesMissing' }),
});
export type RadioSettings = z.infer<typeof RadioSettingsSchema>;

/** Tests the radio, where `test` is true. */
export const RadioTestSchema = /* @__PURE__ */ wireObject({ test: /* @__PURE__ */ lenientBoolean() });
export type RadioTestOrder = z.infer<typeof RadioTestSchema>;

/** What is wrong with the radio, with what its sentence names. Texts of the machine are data. */
export interface ToldRadioFault extends RadioFaultFacts {
  readonly name: RadioFault;
}

/** Counted over the exchanges with one inverter since the start. */
export interface LinkCounts {
  /** Questions and orders; one that had to be sent several times counts once. */
  readonly requests: number;
  /** Of these, how many were answered. */
  readonly answers: number;
  /** Packets for them: requests, repetitions, and requests for a fragment. */
  readonly transmissions: number;
  /** Of these, how many the inverter's chip acknowledged. */
  readonly acknowledged: number;
  /** How often those packets went out, repetitions by our chip included. */
  readonly tries: number;
  /** Fragments of answers that were not heard at once, as far as is known. */
  readonly missed_fragments: number;
  /** Requests for a fragment that was missing. */
  readonly repeated_requests: number;
}

export interface RadioLink extends Readonly<Record<HopMode, LinkCounts>> {
  readonly serial: string;
  readonly name: string;
  readonly reachable: boolean;
  /** dBm; not there: the chip does not measure it. */
  readonly rssi?: number;
}

/** How late hops were over the last minute, microseconds. */
export interface HopLateness {
  readonly hops: number;
  readonly p50_us: number;
  readonly p99_us: number;
  readonly max_us: number;
}

/** What came of a test: one packet to nobody, and a second of listening. Nobody was asked, so what is heard is by chance. */
export interface RadioTest {
  /** How many seconds ago it ended. */
  readonly ago: number;
  /** As it was all through the test, and not as it is now. */
  readonly connected: boolean;
  readonly plus_variant: boolean;
  /** How often the packet went out; not there: the radio never said that it did. */
  readonly tries?: number;
  readonly packets: number;
  /** What was wrong when it ended. */
  readonly fault?: ToldRadioFault;
}

export interface RadioReport {
  readonly simulated: boolean;
  readonly connected: boolean;
  readonly plus_variant: boolean;
  readonly fault?: ToldRadioFault;
  readonly hop_mode: HopMode;
  /** Not there: nothing has hopped yet, or the radio is simulated. */
  readonly lateness?: HopLateness;
  /** One is under way. */
  readonly testing: boolean;
  /** Not there: none has ended since the start. */
  readonly test?: RadioTest;
  /** In the order of the live view. */
  readonly inverters: readonly RadioLink[];
  /** Inverters in the settings that this radio cannot reach: they speak below 1 GHz. They are not asked. Not there: none. */
  readonly out_of_band?: readonly UnreachedInverter[];
}

export type UnreachedInverter = Pick<RadioLink, 'serial' | 'name'>;

const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function readCounts(sent: unknown): LinkCounts {
  const counts = isRecord(sent) ? sent : {};
  return {
    ...{ requests: numberOf(counts.requests), answers: numberOf(counts.answers) },
    ...{ transmissions: numberOf(counts.transmissions), acknowledged: numberOf(counts.acknowledged) },
    ...{ tries: numberOf(counts.tries), missed_fragments: numberOf(counts.missed_fragments) },
    repeated_requests: numberOf(counts.repeated_requests),
  };
}

function readLink(sent: unknown): readonly RadioLink[] {
  if (!isRecord(sent)) return [];
  return [
    {
      ...{ serial: textOf(sent.serial), name: textOf(sent.name), reachable: sent.reachable === true },
      ...(isNumber(sent.rssi) && { rssi: sent.rssi }),
      ...{ rigid: readCounts(sent.rigid), free: readCounts(sent.free) },
    },
  ];
}

function readUnreached(sent: unknown): readonly UnreachedInverter[] {
  if (!Array.isArray(sent)) return [];
  return sent.flatMap((one: unknown) =>
    isRecord(one) ? [{ serial: textOf(one.serial), name: textOf(one.name) }] : [],
  );
}

function readLateness(sent: unknown): HopLateness | undefined {
  if (!isRecord(sent) || numberOf(sent.hops) === 0) return undefined;
  return {
    ...{ hops: numberOf(sent.hops), p50_us: numberOf(sent.p50_us) },
    ...{ p99_us: numberOf(sent.p99_us), max_us: numberOf(sent.max_us) },
  };
}

function readTest(sent: unknown): RadioTest | undefined {
  if (!isRecord(sent)) return undefined;
  const fault = readFault(sent.fault);
  return {
    ...{ ago: numberOf(sent.ago), connected: sent.connected === true },
    ...{ plus_variant: sent.plus_variant === true, packets: numberOf(sent.packets) },
    ...(isNumber(sent.tries) && { tries: sent.tries }),
    ...(fault && { fault }),
  };
}

function readFault(sent: unknown): ToldRadioFault | undefined {
  if (!isRecord(sent)) return undefined;
  const name = RADIO_FAULTS.find((known) => known === sent.name);
  if (name === undefined) return undefined;
  return {
    ...{ name, spi: textOf(sent.spi), ce: textOf(sent.ce), irq: textOf(sent.irq) },
    detail: textOf(sent.detail),
  };
}

/** How the gateway's own radio does, and how well it reaches each inverter. */
export const getRadio: ReadersEndpoint<RadioReport, RadioReport> = {
  method: 'GET',
  path: '/api/heliograph/radio',
  access: 'readonly',
  query: [],
  read(value) {
    if (!isRecord(value) || !Array.isArray(value.inverters)) return undefined;
    const fault = readFault(value.fault);
    const lateness = readLateness(value.lateness);
    const test = readTest(value.test);
    const unreached = readUnreached(value.out_of_band);
    return {
      ...{ simulated: value.simulated === true, connected: value.connected === true },
      ...{ plus_variant: value.plus_variant === true, ...(fault && { fault }) },
      hop_mode: HOP_MODES.find((known) => known === value.hop_mode) ?? 'rigid',
      ...(lateness && { lateness }),
      ...{ testing: value.testing === true, ...(test && { test }) },
      inverters: value.inverters.flatMap(readLink),
      ...(unreached.length > 0 && { out_of_band: unreached }),
    };
  },
};

/** Saves how the radio hops; it does so from the next packet on. */
export const setRadioSettings: Endpoint<ApiResult, ReceivedApiResult, RadioSettings> = {
  method: 'POST',
  path: '/api/heliograph/radio-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Begins a test when the air is free; it takes a good second. What comes of it is told with the radio. */
export const testRadio: Endpoint<ApiResult, ReceivedApiResult, RadioTestOrder> = {
  method: 'POST',
  path: '/api/heliograph/radio-test',
  access: 'admin',
  query: [],
  read: readApiResult,
};
