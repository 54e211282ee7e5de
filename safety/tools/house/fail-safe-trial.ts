import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  armRule,
  failSafePromiseS,
  getMqttConfig,
  getRule,
  type RuleState,
  saveSource,
  setMeter,
  setMqttConfig,
  setRule,
} from '@heliograph/contract';
import { type Mosquitto, startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { onTestFinished } from 'vitest';
import type { SeamName } from '../../../seams/seams.ts';
import { type ChaosProxy, startChaosProxy } from '../network/chaos-proxy.ts';
import { type GatewayProcess, startGatewayProcess } from '../process/gateway-process.ts';
import { type HouseProcess, type HouseTruth, startHouseProcess } from './house-process.ts';

/** What can die, and how; `heal` brings it back as its owner would. */
export const MORTALS = ['gateway', 'network', 'meter', 'broker', 'inverter'] as const;
export type Mortal = (typeof MORTALS)[number];

/** All of them in turn, and in pairs. */
export const DEATHS: readonly (readonly Mortal[])[] = [
  ...MORTALS.map((one) => [one]),
  ...MORTALS.flatMap((one, index) => MORTALS.slice(index + 1).map((other) => [one, other])),
];

/** How exactly they die. */
export interface Manner {
  readonly network: 'all' | 'inverters' | 'meter';
  readonly meter: 'silent' | 'dead';
  readonly broker: 'dead' | 'hangs';
  readonly inverter: 'restarts' | 'out-of-reach';
  /** Of the inverters. */
  readonly index: number;
  /** From the first death to the second. */
  readonly apartMs: number;
  /** Until the inverters can be reached again, where they cannot. */
  readonly awayMs: number;
  /** The house needs little from the death on, where that has to be asked for or not. */
  readonly isLoadLow: boolean;
}

export interface TrialResult {
  readonly name: string;
  /** From the death, or from when the inverters were in reach again, until no more was fed in than is safe; undefined: never in time. */
  readonly seconds: number | undefined;
  /** More was fed in again while the meter was still dead. */
  readonly isKept: boolean;
}

/** A house, its gateway, and what connects them, each of which can die. */
export interface MortalHouse {
  /** Waits until the rule follows the meter and much more is fed in than is safe. */
  settle(): Promise<void>;
  trial(deaths: readonly Mortal[], manner: Manner): Promise<TrialResult>;
  stop(): Promise<void>;
}

const SAFE_W = 150;
/** Inverters keep limits in steps. */
const STEP_W = 2;
const INVERTER_COUNT = 3;
const HIGH_LOAD_W = 900;
/** Less than what is safe: there the rule itself has to lower the inverters as far. */
const LOW_LOAD_W = 120;
const SETTLED_W = 3 * SAFE_W;
const LOOK_EVERY_MS = 200;
const SETTLES_WITHIN_MS = 240_000;
/** Looks in a row. */
const SETTLED_LOOKS = 8;
const KEPT_FOR_MS = 5000;
const STARTS_MAX = 5;
export const PROMISE_S = failSafePromiseS(INVERTER_COUNT);
const PASSWORD = 'openDTU42';
const UNIT = fileURLToPath(new URL('../../../deploy/systemd/heliograph.service', import.meta.url));

/** So long the service manager waits before it starts a gateway again that has died. */
function restartAfterMs(): number {
  const seconds = /^RestartSec=(\d+)$/m.exec(readFileSync(UNIT, 'utf8'))?.[1];
  if (seconds === undefined) throw new Error('the service does not say when it is started again');
  return Number(seconds) * 1000;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const isSafe = ({ powersW }: HouseTruth) => sum(powersW) <= SAFE_W + STEP_W;

async function post(port: number, path: string, data: unknown): Promise<void> {
  const answer = await postData(port, path, data);
  const { type, message } = jsonOf(answer) as { readonly type?: string; readonly message?: string };
  if (type !== 'success') throw new Error(`${path} was answered ${answer.status}: ${message}`);
}

/** Sets everything up as an owner does, up to the armed rule. */
async function setUp(port: number, devicePort: number, brokerPort: number): Promise<void> {
  await post(port, saveSource.path, {
    ...{ id: '', name: 'Roof', enabled: true, https: false, host: '127.0.0.1', port: devicePort, path: '' },
    ...{ user: 'admin', password: PASSWORD },
  });
  const mqtt = jsonOf(await send(port, getMqttConfig.path, { headers: login() })) as object;
  await post(port, setMqttConfig.path, {
    ...{ ...mqtt, mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: brokerPort, mqtt_tls: false },
  });
  await post(port, setMeter.path, {
    ...{ kind: 'mqtt', topic: 'house/power', value: '', http_preset: 'own', modbus_preset: 'sunspec' },
    ...{ https: false, host: '', port: 80, path: '', user: '', password: '', interval: 1, unit: 1 },
    ...{ factor: 1, inverted: false },
  });
  const rule = { target: 'plant', meter_power: 20, hysteresis: 20, margin: 50, safe_power: SAFE_W };
  await post(port, setRule.path, rule);
  await eventually(() => post(port, armRule.path, { armed: true }), {
    ...{ what: 'the rule can be armed', timeoutMs: 60_000, everyMs: 500 },
  });
}

/** Starts a house with a gateway of its own; everything of it ends with the test at the latest. */
export async function startMortalHouse(options: {
  readonly seed: number;
  readonly without?: readonly SeamName[];
}): Promise<MortalHouse> {
  const { seed, without = [] } = options;
  const broker = await startMosquitto();
  const house = await startHouseProcess({ seed, brokerPort: broker.port });
  onTestFinished(() => house.stop());
  const toInverters = await startChaosProxy(house.port);
  onTestFinished(() => toInverters.close());
  const toMeter = await startChaosProxy(broker.port);
  onTestFinished(() => toMeter.close());
  const gateway = await startGatewayProcess({ scenario: 'no-inverters', seed, without });
  onTestFinished(() => gateway.dispose());
  await setUp(gateway.port, toInverters.port, toMeter.port);
  const parts = { gateway, house, broker, toInverters, toMeter };

  async function isSettled(): Promise<boolean> {
    const { powersW } = await house.change({});
    if (sum(powersW) < SETTLED_W) return false;
    const rule = (await jsonOf(await send(gateway.port, getRule.path))) as RuleState;
    return !rule.fail_safe;
  }

  return {
    async settle() {
      let looks = 0;
      const count = async () => {
        looks = (await isSettled()) ? looks + 1 : 0;
        return looks >= SETTLED_LOOKS;
      };
      const patience = { what: 'the rule follows the meter', timeoutMs: SETTLES_WITHIN_MS, everyMs: 500 };
      await eventually(count, patience);
    },
    trial: (deaths, manner) => runTrial(parts, deaths, manner),
    async stop() {
      await gateway.kill();
      await house.stop();
      await broker.kill();
    },
  };
}

interface Parts {
  readonly gateway: GatewayProcess;
  readonly house: HouseProcess;
  readonly broker: Mosquitto;
  readonly toInverters: ChaosProxy;
  readonly toMeter: ChaosProxy;
}

/** What a death does to the fail-safe. */
function effectsOf(deaths: readonly Mortal[], manner: Manner) {
  const isNetworkDead = deaths.includes('network');
  const areInvertersCutOff = isNetworkDead && manner.network !== 'meter';
  const isOneOutOfReach = deaths.includes('inverter') && manner.inverter === 'out-of-reach';
  return {
    isNobodyToBeTold: areInvertersCutOff || isOneOutOfReach,
    /** Also when the inverters can be told something again. */
    isMeterDead:
      deaths.includes('meter') || deaths.includes('broker') || (isNetworkDead && manner.network === 'meter'),
  };
}

function nameOf(deaths: readonly Mortal[], manner: Manner, isLoadLow: boolean): string {
  const names = deaths.map((one) => (one === 'gateway' ? one : `${one} (${manner[one]})`));
  return `${names.join(' and ')}${isLoadLow ? ', little load' : ''}`;
}

async function runTrial(parts: Parts, deaths: readonly Mortal[], manner: Manner): Promise<TrialResult> {
  const { house } = parts;
  const { isNobodyToBeTold, isMeterDead } = effectsOf(deaths, manner);
  // Where the meter lives, nothing asks for what is safe but a house that needs as little, or the start of a gateway that can tell
  // it to everybody.
  const isSafeStart = deaths.includes('gateway') && !isNobodyToBeTold;
  const isLoadLow = manner.isLoadLow || !(isMeterDead || isSafeStart);
  const restarts: Promise<void>[] = [];
  if (isLoadLow) await house.change({ loadW: LOW_LOAD_W });
  for (const [index, death] of deaths.entries()) {
    if (index > 0) await wait(manner.apartMs);
    await kill(parts, death, manner, restarts);
  }
  if (isNobodyToBeTold) {
    await wait(manner.awayMs);
    await reachInverters(parts, deaths, manner);
  }
  const seconds = await secondsUntilSafe(house);
  const isKept = !isMeterDead || seconds === undefined || (await isKeptSafe(house));
  await Promise.all(restarts);
  for (const death of deaths) await heal(parts, death, manner);
  await house.change({ loadW: HIGH_LOAD_W });
  return { name: nameOf(deaths, manner, isLoadLow), seconds, isKept };
}

async function secondsUntilSafe(house: HouseProcess): Promise<number | undefined> {
  const startMs = performance.now();
  const passedS = () => (performance.now() - startMs) / 1000;
  while (passedS() <= PROMISE_S) {
    if (isSafe(await house.change({}))) return passedS();
    await wait(LOOK_EVERY_MS);
  }
  return undefined;
}

async function isKeptSafe(house: HouseProcess): Promise<boolean> {
  const untilMs = performance.now() + KEPT_FOR_MS;
  while (performance.now() < untilMs) {
    if (!isSafe(await house.change({}))) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

/** As the service manager does: it waits, starts it again, and does so anew where that did not work. */
async function superviseStart(gateway: GatewayProcess): Promise<void> {
  for (let attempt = 1; attempt <= STARTS_MAX; attempt += 1) {
    await wait(restartAfterMs());
    try {
      await gateway.startAgain();
      return;
    } catch (error) {
      if (attempt === STARTS_MAX) throw error;
    }
  }
}

async function kill(parts: Parts, death: Mortal, manner: Manner, restarts: Promise<void>[]): Promise<void> {
  const { gateway, house, broker, toInverters, toMeter } = parts;
  switch (death) {
    case 'gateway':
      await gateway.kill();
      restarts.push(superviseStart(gateway));
      return;
    case 'network':
      if (manner.network !== 'meter') toInverters.set({ blackHole: true });
      if (manner.network !== 'inverters') toMeter.set({ blackHole: true });
      return;
    case 'meter':
      await house.change({ meter: manner.meter });
      return;
    case 'broker':
      if (manner.broker === 'hangs') broker.pause();
      else await broker.kill();
      return;
    case 'inverter':
      await house.change({ inverter: { index: manner.index, what: manner.inverter } });
  }
}

/** Nothing else comes back: a meter that was dead stays dead. */
async function reachInverters(
  { house, toInverters, toMeter }: Parts,
  deaths: readonly Mortal[],
  manner: Manner,
) {
  toInverters.set({});
  if (deaths.includes('network') && manner.network === 'all') toMeter.set({});
  if (deaths.includes('inverter') && manner.inverter === 'out-of-reach') {
    await house.change({ inverter: { index: manner.index, what: 'in-reach' } });
  }
}

async function heal(
  { house, broker, toInverters, toMeter }: Parts,
  death: Mortal,
  manner: Manner,
): Promise<void> {
  switch (death) {
    case 'network':
      toInverters.set({});
      toMeter.set({});
      return;
    case 'meter':
      await house.change({ meter: 'lives' });
      return;
    case 'broker':
      if (manner.broker === 'hangs') broker.resume();
      else await broker.restart();
      return;
    case 'inverter':
    case 'gateway': // starts again by itself
  }
}
