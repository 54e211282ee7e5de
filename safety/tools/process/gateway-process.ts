import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type GatewayProcess as BareGatewayProcess,
  type GatewayProcessOptions as BareOptions,
  startGatewayProcess as startBare,
} from '@heliograph/testbed/outside/gateway-process.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { buildForTests, environmentWithout } from '../../../seams/test-build.ts';

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));

export interface GatewayProcessOptions extends Omit<BareOptions, 'main' | 'hasChannel'> {
  /** Protections that are switched off in it. */
  readonly without?: readonly SeamName[];
}

/** What a process says of itself; see `probe.mjs`. */
export interface ProcessFigures {
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
  /** Since its start. */
  readonly cpuMs: number;
  /** Of the event loop, since its start or the last `reset`. */
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Sockets, timers and the like that are open. */
  readonly resources: number;
}

/** All goals on memory are upper bounds: a probe that told nothing would hold each of them. */
const NODE_TAKES_BYTES = 10 * 1024 * 1024;

/** A gateway in a process of its own, built from the sources, which tells of itself. */
export interface GatewayProcess extends BareGatewayProcess {
  /** `collect` frees memory before (the flag `--expose-gc` belongs to it), `reset` starts delays anew afterwards. */
  figures(question?: 'read' | 'collect' | 'reset'): Promise<ProcessFigures>;
}

/** Starts a gateway; throws, with what it said, when it gives no address. */
export async function startGatewayProcess(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  const { without = [], nodeFlags = [], environment = {}, ...others } = options;
  const main = await buildForTests('apps/gateway/src/main.ts');
  const gateway = await startBare({
    ...{ scenario: 'three-inverters', ...others, main, hasChannel: true },
    nodeFlags: [...nodeFlags, '--import', PROBE],
    environment: { NODE_ENV: 'production', ...environmentWithout(without), ...environment },
  });
  return {
    ...gateway,
    async figures(question = 'read') {
      const figures = await ask(gateway.child(), question);
      if (figures.rssBytes < NODE_TAKES_BYTES)
        throw new Error('the probe tells a memory that no process has');
      return figures;
    },
    async dispose() {
      await gateway.kill();
      await gateway.dispose();
    },
  };
}

/** Does something with a gateway, and ends it however that came out. */
export async function withGatewayProcess<Result>(
  options: GatewayProcessOptions,
  work: (gateway: GatewayProcess) => Promise<Result>,
): Promise<Result> {
  const gateway = await startGatewayProcess(options);
  try {
    return await work(gateway);
  } finally {
    await gateway.dispose();
  }
}

function ask(child: ChildProcess, question: string): Promise<ProcessFigures> {
  const number = performance.now();
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The gateway has ended.'));
    const onMessage = (message: unknown) => {
      const answer = message as { readonly number: number; readonly figures: ProcessFigures };
      if (answer.number !== number) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(answer.figures);
    };
    child.on('message', onMessage).once('exit', onExit);
    child.send({ question, number }, (error) => {
      if (error !== null) reject(error);
    });
  });
}
