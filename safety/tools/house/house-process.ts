import { fork } from 'node:child_process';
import { once } from 'node:events';
import { buildForTests } from '../../../seams/test-build.ts';

/** What is to be otherwise in a house from now on. */
export interface HouseChange {
  readonly loadW?: number;
  /** `dead`: its connection is gone without a good-bye; `silent`: it stays connected and says nothing. */
  readonly meter?: 'lives' | 'silent' | 'dead';
  /** An inverter restarts, is out of reach of its device and feeds in all the same, or is in reach again. */
  readonly inverter?: { readonly index: number; readonly what: 'restarts' | 'out-of-reach' | 'in-reach' };
}

/** What is true in a house, whatever anybody has heard of it. */
export interface HouseTruth {
  readonly loadW: number;
  readonly powersW: readonly number[];
  readonly limitsPercent: readonly number[];
}

/** A house with inverters and a meter, in a process that has no gateway. */
export interface HouseProcess {
  /** Of its original device, at 127.0.0.1. */
  readonly port: number;
  /** Changes what is named, and tells what is true. */
  change(change: HouseChange): Promise<HouseTruth>;
  stop(): Promise<void>;
}

export async function startHouseProcess(options: {
  readonly seed: number;
  readonly brokerPort: number;
}): Promise<HouseProcess> {
  const main = await buildForTests('safety/tools/house/house-child.ts');
  const child = fork(main, [String(options.seed), String(options.brokerPort)], { execArgv: [] });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the house has ended')));
  child.setMaxListeners(0);
  const [{ port }] = (await once(child, 'message', { signal: ended.signal })) as [{ port: number }];
  let count = 0;
  return {
    port,
    change(change) {
      count += 1;
      const number = count;
      return new Promise((resolve, reject) => {
        const fail = () => {
          child.off('message', onMessage);
          reject(new Error('the house has ended'));
        };
        const onMessage = (message: unknown) => {
          const answer = message as { readonly number: number; readonly seen: HouseTruth };
          if (answer.number !== number) return;
          child.off('message', onMessage);
          ended.signal.removeEventListener('abort', fail);
          resolve(answer.seen);
        };
        child.on('message', onMessage);
        ended.signal.addEventListener('abort', fail);
        child.send({ number, change });
      });
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
