import { type LiveInverter, RESULT_CODES } from '@heliograph/contract';
import { addressText, type DecodedRequest, decodeRequest } from '@heliograph/protocol';
import { NOBODY } from '@heliograph/radio';
import {
  type AirConditions,
  createSimulatedRadio,
  type InverterTruth,
  type Scenario,
  type SimulatedRadio,
  type SimulatedRadioOptions,
} from '@heliograph/simulator';
import { expect } from 'vitest';
import type { VirtualClock } from '../clock.ts';
import { type Answer, login, postData, send } from '../outside/http-client.ts';
import { createTestPlatform } from './platform.ts';
import { startTestGateway, type TestGatewayOptions, temporaryFolder } from './start-gateway.ts';

/** The inverters of the default scenario, with one, two and four strings. */
export const GARAGE = '112174506011';
export const SOUTH_ROOF = '114182730124';
export const EAST_AND_WEST = '116181452037';

/** Everything arrives. */
export const GOOD_AIR: AirConditions = {
  requestLoss: 0,
  answerLoss: 0,
  duplication: 0,
  corruption: 0,
  jitterMs: 1,
  rfChannelLoss: {},
};
/** Nothing arrives at the inverters. */
export const LOST_REQUESTS: AirConditions = { ...GOOD_AIR, requestLoss: 1 };
/** The inverters hear everything, but nobody hears them. */
export const LOST_ANSWERS: AirConditions = { ...GOOD_AIR, answerLoss: 1 };

interface Sent {
  /** The part of its serial that goes on the air. */
  readonly inverter: string;
  readonly atMs: number;
  readonly request: DecodedRequest['request'];
}

/** A whole gateway, spoken to over HTTP only, and the far end of its air, which can be disturbed and looked at. */ import { sentLiveData } from './sent-live-data.ts';

export interface PlantGateway {
  readonly port: () => number;
  readonly clock: VirtualClock;
  readonly get: (path: string) => Promise<Answer>;
  /** The JSON of a GET by the admin. */
  readonly json: (path: string) => Promise<unknown>;
  readonly live: () => Promise<readonly LiveInverter[]>;
  readonly post: (path: string, data: unknown) => Promise<Answer>;
  /** See `resultOf`. */
  readonly result: (path: string, data: unknown) => Promise<unknown>;
  readonly advance: (ms: number) => Promise<void>;
  /** Everything that went on the air for an inverter, in order. */
  readonly sentTo: (serial: string, kind?: Sent['request']['kind']) => readonly Sent[];
  readonly setAir: (air: AirConditions) => void;
  /** Takes a simulated inverter away, or brings it back. */
  readonly setPresence: (serial: string, isPresent: boolean) => void;
  /** What the inverter really holds. */
  readonly truthOf: (serial: string) => InverterTruth;
  /** Ends the gateway and starts another one on the same folder; its port is another one. */
  readonly restart: () => Promise<void>;
}

export interface PlantGatewayOptions extends TestGatewayOptions {
  /** Changes the scenario before it is simulated; what the gateway has configured stays as it was. */
  readonly world?: (scenario: Scenario) => Scenario;
}

export async function startPlantGateway(options: PlantGatewayOptions = {}): Promise<PlantGateway> {
  const { world = (scenario) => scenario, platform = createTestPlatform(), prepare, ...others } = options;
  const dataFolder = others.dataFolder ?? (await temporaryFolder());
  const { clock } = platform;
  const sent: Sent[] = [];
  let radio: SimulatedRadio | undefined;

  function createWatchedRadio(asked: SimulatedRadioOptions): SimulatedRadio {
    const simulated = createSimulatedRadio({ ...asked, scenario: world(asked.scenario) });
    radio = simulated;
    return {
      ...simulated,
      exchange(request, onSent) {
        if (request.pipeAddress === NOBODY) return simulated.exchange(request, onSent);
        const decoded = decodeRequest(request.bytes);
        if (decoded === undefined) throw new Error('the gateway sent something that is no request');
        sent.push({ inverter: decoded.inverter, atMs: clock.monotonicMs(), request: decoded.request });
        simulated.exchange(request, onSent);
      },
    };
  }

  const start = (more: TestGatewayOptions = {}) =>
    startTestGateway({ ...others, ...more, platform, dataFolder, createRadio: createWatchedRadio });
  let running = await start(prepare === undefined ? {} : { prepare });

  const get = (path: string) => send(running.port, path, { headers: login() });
  const post = (path: string, data: unknown) => postData(running.port, path, data);
  const theRadio = () => {
    if (radio === undefined) throw new Error('the gateway has no radio');
    return radio;
  };
  return {
    port: () => running.port,
    clock,
    get,
    json: async (path) => JSON.parse((await get(path)).text),
    async live() {
      return sentLiveData((await get('/api/livedata/status')).text).inverters;
    },
    post,
    result: async (path, data) => resultOf(await post(path, data)),
    advance: (ms) => clock.advanceAsync(ms),
    sentTo: (serial, kind) =>
      sent.filter(
        ({ inverter, request }) =>
          inverter === addressText(serial) && (kind === undefined || request.kind === kind),
      ),
    setAir: (air) => theRadio().setAir(air),
    setPresence: (serial, isPresent) => theRadio().setPresence(serial, isPresent),
    truthOf(serial) {
      const truth = theRadio().inspect(serial);
      if (truth === undefined) throw new Error(`no simulated inverter ${serial}`);
      return truth;
    },
    async restart() {
      await running.stopNow();
      running = await start();
    },
  };
}

/** The code of an answer, with its param where it has one; its type must fit, its status be 200. */
export function resultOf({ status, text }: Answer): unknown {
  expect(status, text).toBe(200);
  const { type, message, code, param } = JSON.parse(text);
  const known = Object.values(RESULT_CODES).find((result) => result.code === code);
  expect([type, typeof message], text).toEqual([known?.type, 'string']);
  return param === undefined ? code : [code, param];
}
