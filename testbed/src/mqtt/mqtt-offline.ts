import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Mosquitto } from './mosquitto.ts';

/** What a time without its broker costs a gateway; growth since two minutes of work before it. */
export interface OfflineFigures {
  readonly heapGrowthMb: number;
  readonly rssGrowthMb: number;
  /** With the broker back. */
  readonly heapGrowthAfterMb: number;
  /** At the end of that time. */
  readonly wasConnected: boolean;
  /** From the return of the broker until the connection stands. */
  readonly reconnectS: number;
  readonly inverterCount: number;
}

/** Product code that runs from its sources asks it. */
const SEAMS = new URL('../../../seams/all-in-place.ts', import.meta.url).href;
const RUN = fileURLToPath(new URL('mqtt-offline-run.ts', import.meta.url));

export interface OfflineOptions {
  readonly broker: Mosquitto;
  readonly dataFolder: string;
  readonly awayS: number;
}

/** Lets a gateway with ten inverters work while its broker is away; time is virtual. */
export function runOffline(options: OfflineOptions): Promise<OfflineFigures> {
  const { broker, dataFolder, awayS } = options;
  const child = fork(RUN, [String(broker.port), dataFolder, String(awayS)], {
    execArgv: ['--import', import.meta.resolve('tsx'), '--import', SEAMS],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
    child.on('message', async (message: string | OfflineFigures) => {
      if (typeof message !== 'string') {
        resolve(message);
        return;
      }
      await (message === 'broker away' ? broker.kill() : broker.restart());
      child.send('done');
    });
  });
}
