import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ScenarioName } from '@heliograph/simulator';

/** How a device was used since its start. */
export interface DeviceUse {
  /** That it has sent on its sockets. */
  readonly messages: number;
  /** To requests over HTTP. */
  readonly answers: number;
  /** That are open now. */
  readonly sockets: number;
}

/** The simulated devices of a scenario, all in one process that has no gateway. */
export interface DevicesProcess {
  /** In the order of the scenario, at 127.0.0.1. */
  readonly ports: readonly number[];
  /** Of all their inverters. */
  readonly serials: readonly string[];
  /** Of each device, in the same order. */
  uses(): Promise<readonly DeviceUse[]>;
  stop(): Promise<void>;
}

export interface DevicesProcessOptions {
  /** The built program of `devices-child.ts`. */
  readonly main: string;
  readonly scenario: ScenarioName;
  readonly seed: number;
}

export async function startDevicesProcess(options: DevicesProcessOptions): Promise<DevicesProcess> {
  const child = fork(options.main, [options.scenario, String(options.seed)], { execArgv: [] });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the simulated devices have ended')));
  const told = async (): Promise<unknown> => (await once(child, 'message', { signal: ended.signal }))[0];
  const { ports, serials } = (await told()) as Pick<DevicesProcess, 'ports' | 'serials'>;
  return {
    ...{ ports, serials },
    async uses() {
      const answer = told();
      child.send('used?');
      return ((await answer) as { readonly uses: readonly DeviceUse[] }).uses;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
