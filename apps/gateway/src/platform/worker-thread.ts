import { existsSync } from 'node:fs';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { stopNewSpaceGrowth } from './heap-room.ts';

/** Functions of which each call returns at once with its result. */
export type Calls<Names extends string = string> = {
  readonly [Name in Names]: (...args: never[]) => unknown;
};

/** The same in another thread: calls are answered in their order. */
export type RemoteCalls<C> = {
  readonly [Name in keyof C]: C[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};

/** A thread that answers calls. */
export interface WorkerThread<C> {
  readonly calls: RemoteCalls<C>;
  /** Ends it, whatever it is doing. */
  end(): Promise<void>;
}

interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface AnswerMessage {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Starts a thread of one of our own built files, with the data that it begins with; undefined where the file is not
 * built. What the thread throws is thrown by the call, and what it dies of by all calls from then on.
 */
export function startWorkerThread<C extends object>(
  file: URL,
  data: unknown,
  names: readonly (keyof C & string)[],
): WorkerThread<C> | undefined {
  if (!existsSync(file)) return undefined;
  const worker = new Worker(file, { workerData: data });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let lastId = 0;
  let death: Error | undefined;

  function die(error: Error): void {
    death ??= error;
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  }

  worker.on('message', ({ id, result, error }: AnswerMessage) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (error === undefined) call?.resolve(result);
    else call?.reject(error);
  });
  worker.once('online', stopNewSpaceGrowth);
  worker.on('error', die);
  worker.on('exit', () => die(new Error('The thread has ended.')));
  worker.unref(); // it keeps the process alive only while somebody waits for it

  const entries = names.map((name) => [
    name,
    (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        if (death !== undefined) return reject(death);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: lastId, name, args } satisfies CallMessage);
      }),
  ]);
  return {
    calls: Object.fromEntries(entries) as RemoteCalls<C>,
    async end() {
      await worker.terminate();
    },
  };
}

/** The same without a thread: every call is done when its turn has come. */
export function callsInThisThread<C extends object>(
  calls: C,
  names: readonly (keyof C & string)[],
): RemoteCalls<C> {
  const entries = names.map((name) => [
    name,
    async (...args: unknown[]) => (calls[name] as (...args: unknown[]) => unknown)(...args),
  ]);
  return Object.fromEntries(entries) as RemoteCalls<C>;
}

/** In a thread: answers the calls of whoever has started it. */
export function answerCalls(create: (data: unknown) => Calls, port: MessagePort | null = parentPort): void {
  const calls = create(workerData);
  port?.on('message', ({ id, name, args }: CallMessage) => {
    try {
      const call = calls[name];
      if (call === undefined) throw new Error(`There is no call ${name}.`);
      port.postMessage({ id, result: call(...(args as never[])) } satisfies AnswerMessage);
    } catch (error) {
      port.postMessage({ id, error } satisfies AnswerMessage);
    }
  });
}
