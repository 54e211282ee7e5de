import { createHash } from 'node:crypto';
import {
  createSimulatedDevice,
  ownScenario,
  type Scenario,
  type ScenarioDevice,
  type SimulationMemory,
} from '@heliograph/simulator';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { systemErrorCode } from '../platform/start-error.ts';
import { type ServedDevice, serveDevice } from './serve-device.ts';

export interface SimulatedDevicesOptions {
  readonly scenario: Scenario;
  /** Its wall clock keeps pace with the simulated sun. */
  readonly clock: Clock;
  readonly log: Log;
  readonly seed: number;
  readonly speed: number;
  /** Where each of them listened last, by its id; where that port is taken now, or not known, it gets any free one. */
  readonly ports: ReadonlyMap<string, number>;
  /** What the plants of all devices remember together. */
  readonly memory: SimulationMemory;
}

/** The devices of a scenario, at ports of this machine that nobody else reaches. */
export interface SimulatedDevices {
  /** By id, in the order of the scenario. */
  readonly ports: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Each inverter of a device is asked as often as those of the gateway's own simulated radio. */
const POLL_INTERVAL_S = 1;

export async function startSimulatedDevices(options: SimulatedDevicesOptions): Promise<SimulatedDevices> {
  const { scenario, log } = options;
  const memories = sharedMemory(options.memory);
  const started = await Promise.all(
    scenario.devices.map(async (device) => {
      const { id } = device;
      const { port, close } = await startDevice(device, options, memories(id));
      log.info('A simulated device listens.', { source: id, port });
      return { id, port, close };
    }),
  );
  return {
    ports: new Map(started.map(({ id, port }) => [id, port])),
    async stop() {
      await Promise.all(started.map(({ close }) => close()));
    },
  };
}

async function startDevice(
  own: ScenarioDevice,
  { scenario, clock, seed, speed, ports }: SimulatedDevicesOptions,
  memory: SimulationMemory,
): Promise<ServedDevice> {
  const device = createSimulatedDevice({
    ...{ clock, seed, speed, memory, firmware: own.firmware, hostName: own.hostName, wasOn: true },
    chipId: chipIdOf(own.id),
    scenario: ownScenario(scenario, own),
    settings: { dtu: { dtu_pollinterval: POLL_INTERVAL_S } },
  });
  const served = await serveAt(ports.get(own.id) ?? 0, (port) => serveDevice({ device, clock, port }));
  return {
    ...served,
    close() {
      device.stop();
      return served.close();
    },
  };
}

/** No two chips have the same number; a device keeps its own. */
function chipIdOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 6).toUpperCase();
}

async function serveAt(port: number, serve: (port: number) => Promise<ServedDevice>): Promise<ServedDevice> {
  try {
    return await serve(port);
  } catch (error) {
    const isTaken = ['EADDRINUSE', 'EACCES'].includes(systemErrorCode(error) ?? '');
    if (port === 0 || !isTaken) throw error;
    return serve(0);
  }
}

/** Gives each device its own part of what is remembered in one place. */
function sharedMemory(memory: SimulationMemory): (id: string) => SimulationMemory {
  const { remembered } = memory;
  let parts: Readonly<Record<string, unknown>> =
    typeof remembered === 'object' && remembered !== null ? { ...remembered } : {};
  return (id) => ({
    remembered: parts[id],
    remember(state) {
      parts = { ...parts, [id]: state };
      memory.remember(parts);
    },
  });
}
