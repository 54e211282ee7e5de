import {
  type DeviceLiveData,
  type DeviceResult,
  decodeLiveData,
  decodeResult,
  PATHS,
} from '@heliograph/opendtu-api';
import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import { assert } from 'vitest';
import {
  createSimulatedDevice,
  type DeviceAnswer,
  SCENARIOS,
  type SimulatedDevice,
  type SimulatedDeviceOptions,
} from '../src/index.ts';
import { NOON_MS } from './dtu.ts';

/** A simulated device on a clock that the test moves, and a client that knows its password. */
export interface DeviceTestbed {
  readonly device: SimulatedDevice;
  readonly clock: VirtualClock;
  send(method: string, path: string, body?: string, headers?: Readonly<Record<string, string>>): DeviceAnswer;
  /** The document of an answer that has one. */
  get(path: string): unknown;
  /** Posts an object in the field `data`. */
  post(path: string, data: unknown): DeviceResult;
  /** What a socket says from now on. */
  listen(path?: string, headers?: Readonly<Record<string, string>>): Listener;
  /** Live data of all inverters with what they have measured. */
  liveData(): DeviceLiveData;
}

export interface Listener {
  readonly messages: readonly string[];
  isClosed(): boolean;
  close(): void;
}

export const PASSWORD = 'sunny-side-up';
export const LOGIN = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` };
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Long enough for a turn of each of three inverters. */
export const ALL_READ_MS = 16_000;

export function createDeviceTestbed(options: Partial<SimulatedDeviceOptions> = {}): DeviceTestbed {
  const clock = createVirtualClock(NOON_MS);
  const device = createSimulatedDevice({
    ...{ firmware: 'v26.3.30', scenario: SCENARIOS['three-inverters'], clock, password: PASSWORD },
    ...options,
  });

  const send: DeviceTestbed['send'] = (method, path, body = '', headers = LOGIN) =>
    device.answer({ method, path, headers, body });

  function get(path: string): unknown {
    const { headers, body } = send('GET', path);
    assert.equal(headers['content-type'], 'application/json', `${path} answered ${body}`);
    return JSON.parse(body);
  }

  function liveData(): DeviceLiveData {
    const all = decodeLiveData(get(PATHS.liveData)) ?? assert.fail('no live data');
    const inverters = all.inverters.flatMap((inverter) => {
      const of = decodeLiveData(get(`${PATHS.liveData}?inv=${inverter.serial}`));
      return of?.inverters.filter(({ serial }) => serial === inverter.serial) ?? [];
    });
    return { ...all, inverters };
  }

  return {
    device,
    clock,
    send,
    get,
    liveData,
    post(path, data) {
      const body = `data=${encodeURIComponent(JSON.stringify(data))}`;
      const answer = send('POST', path, body, { ...LOGIN, ...FORM });
      return decodeResult(JSON.parse(answer.body)) ?? assert.fail(`no result: ${answer.body}`);
    },
    listen(path = PATHS.liveDataSocket, headers = LOGIN) {
      const messages: string[] = [];
      let isClosed = false;
      const client = {
        onMessage: (text: string) => void messages.push(text),
        onClose: () => {
          isClosed = true;
        },
      };
      const result = device.openSocket({ path, headers, client });
      if (!result.accepted) return assert.fail(`refused with ${result.answer.status}`);
      return { messages, isClosed: () => isClosed, close: result.close };
    },
  };
}
