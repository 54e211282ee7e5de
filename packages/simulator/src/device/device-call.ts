import type { WireObject } from '@heliograph/opendtu-api';
import type { AskedPlant } from './asked-inverter.ts';
import { type DeviceAnswer, type DeviceRequest, type Outcome, outcomeAnswer } from './device-http.ts';
import type { DeviceSettings } from './device-settings.ts';
import type { DeviceManners, SimulatedFirmware } from './firmware.ts';
import type { InverterSlots } from './inverter-slots.ts';
import type { InverterTalk } from './inverter-talk.ts';
import { readPostData } from './post-data.ts';

/** What the calls of a device read and change. */
export interface DeviceParts {
  readonly firmware: () => SimulatedFirmware;
  readonly manners: () => DeviceManners;
  readonly settings: DeviceSettings;
  readonly slots: InverterSlots;
  readonly talk: InverterTalk;
  readonly plant: AskedPlant;
  readonly files: Map<string, string>;
  readonly clock: DeviceClock;
  readonly sun: DeviceSun;
  readonly network: DeviceNetwork;
  readonly uptimeS: () => number;
  /** The whole document, or that of one inverter. */
  readonly liveData: (serial?: string) => object;
  readonly hasRadio: boolean;
  /** Restarts a second after the answer. */
  readonly restartSoon: () => void;
  readonly closeSockets: () => void;
}

/** The clock of the device in its local time. */
export interface DeviceClock {
  localMs(): number;
  isSet(): boolean;
  set(localMs: number): void;
}

/** When it is day for the device, as in its plant. */
export interface DeviceSun {
  /** Of this local day, local milliseconds since 1970. */
  readonly riseMs: () => number;
  readonly setMs: () => number;
  readonly isDay: () => boolean;
}

/** What nobody can set. */
export interface DeviceNetwork {
  readonly ipAddress: string;
  /** Of the chip: the last six hex digits of its address. */
  readonly chipId: string;
}

/** Who may call. Source: docs/reference/original-device.md#who-may-call-what. */
export type CallAccess = 'open' | 'reading' | 'admin';

/** A call, at its path and below it. */
export interface DeviceCall {
  readonly method: 'GET' | 'POST';
  /** Undefined: this release has no such call. */
  readonly path: string | undefined;
  readonly access: CallAccess;
  readonly answer: (request: DeviceRequest) => DeviceAnswer;
}

export function readingCall(path: string | undefined, answer: DeviceCall['answer']): DeviceCall {
  return { method: 'GET', path, access: 'reading', answer };
}

export function adminCall(path: string | undefined, answer: DeviceCall['answer']): DeviceCall {
  return { method: 'GET', path, access: 'admin', answer };
}

/** Source of the lengths: docs/reference/original-device.md#checks-of-a-post. */
const TEXT_MAX_BYTES = 1024;
const LONG_TEXT_MAX_BYTES = 3072;

/** A POST with an object in `data`. */
export function postCall(
  path: string | undefined,
  { manners }: Pick<DeviceParts, 'manners'>,
  act: (body: WireObject) => Outcome,
  length: 'short' | 'long' = 'short',
): DeviceCall {
  const bytesMax = length === 'long' ? LONG_TEXT_MAX_BYTES : TEXT_MAX_BYTES;
  const answer = (request: DeviceRequest) => {
    const data = readPostData(request, manners().takesLongTexts ? undefined : bytesMax);
    return outcomeAnswer('refusal' in data ? data.refusal : act(data.object));
  };
  return { method: 'POST', path, access: 'admin', answer };
}
