import type { ModbusSettings, ModbusState, ModbusStatus } from '@heliograph/contract';
import type { Log } from '../platform/log.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { type ModbusServer, openModbusServer } from './modbus-server.ts';
import { createSunspecDevice, type SunspecDeviceOptions } from './sunspec-device.ts';
import { type WriteAccess, writeAccess } from './write-access.ts';

/** The plant over Modbus TCP as the settings want it: off, or a port that is listened on. */
export interface Modbus {
  status(): ModbusStatus;
  /** Begins to follow the settings; resolves when the port is listened on, or cannot be. */
  start(): Promise<void>;
  /** Ends all connections and what they held. */
  stop(): Promise<void>;
}

export interface ModbusOptions extends Omit<SunspecDeviceOptions, 'settings'> {
  readonly settings: Pick<SettingsStore, 'get' | 'subscribe'>;
  /** Name or address to listen on; undefined for all addresses. */
  readonly host: string | undefined;
  readonly log: Log;
}

/** Whoever has the port may give it back. */
const RETRY_MS = 30_000;

export function createModbus(options: ModbusOptions): Modbus {
  const { settings, host, clock, log } = options;
  const device = createSunspecDevice({ ...options, settings: () => settings.get('modbus') });
  let mayWrite: WriteAccess = writeAccess([]);
  let state: ModbusState = 'off';
  let server: ModbusServer | undefined;
  /** What `server` listens on; undefined: nothing. */
  let port: number | undefined;
  /** Said once, and not with each try. */
  let toldProblem = '';
  let isStopped = false;
  let changing: Promise<void> = Promise.resolve();
  let unsubscribe = () => {};
  let cancelRetry: (() => void) | undefined;

  function follow(): Promise<void> {
    changing = changing.then(change);
    return changing;
  }

  async function change(): Promise<void> {
    const wanted = settings.get('modbus');
    mayWrite = writeAccess(wanted.writers);
    const isWanted = wanted.enabled && !isStopped;
    if (!isWanted || port !== wanted.port) await end();
    if (isWanted && server === undefined) await begin(wanted);
    else if (isWanted) device.review(mayWrite);
  }

  async function end(): Promise<void> {
    cancelRetry?.();
    cancelRetry = undefined;
    await server?.close();
    server = undefined;
    port = undefined;
    state = 'off';
    device.letGo();
  }

  async function begin(wanted: ModbusSettings): Promise<void> {
    try {
      server = await openModbusServer({
        ...{ port: wanted.port, host, clock },
        mayWrite: (address) => mayWrite(address),
        answer: device.answer,
        onFailure: (error) => log.warn('The port of Modbus has failed.', { error }),
      });
      port = wanted.port;
      state = 'listening';
      toldProblem = '';
      log.info(`The plant is a SunSpec device over Modbus TCP, at port ${wanted.port}.`);
    } catch (error) {
      state = stateOf(error);
      const problem = `${state} ${wanted.port}`;
      if (problem !== toldProblem) log.warn(`Modbus TCP cannot listen on port ${wanted.port}.`, { error });
      toldProblem = problem;
      cancelRetry = clock.after(RETRY_MS, () => void follow());
    }
  }

  return {
    status: () => ({ state, clients: server?.clients() ?? [], units: device.units() }),
    start() {
      unsubscribe = settings.subscribe('modbus', () => void follow());
      return follow();
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      await follow();
      device.stop();
    },
  };
}

function stateOf(error: unknown): ModbusState {
  switch (Object(error).code) {
    case 'EADDRINUSE':
      return 'port-in-use';
    case 'EACCES':
      return 'port-forbidden';
    default:
      return 'failed';
  }
}
