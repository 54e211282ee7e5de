import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { MOSQUITTO_SUB } from './mosquitto.ts';

export interface SeenMessage {
  readonly topic: string;
  readonly payload: string;
  readonly bytes: Buffer;
  /** The broker had kept it. */
  readonly retain: boolean;
}

/** Somebody else at the broker. */
export interface MosquittoSubscriber {
  /** In the order in which they came. */
  readonly messages: readonly SeenMessage[];
  /** The first message that is so, or the first one to come. */
  until(isIt: (message: SeenMessage) => boolean): Promise<SeenMessage>;
  /** Nothing that came so far counts any more. */
  forget(): void;
  stop(): Promise<void>;
}

const WAIT_MS = 20_000;
/** Retained or not, the payload in hex digits, the topic. */
const FORMAT = '%r %x %t';
const LINE = /^([01]) ([\da-f]*) (.*)$/;
/** Kept by every Mosquitto: when it comes, we are subscribed. (The word that we are is not flushed by itself.) */
const MARK = '$SYS/broker/version';

/** `mosquitto_sub`, subscribed when this resolves; `more` are arguments of it. It goes when the test ends. */
export async function startMosquittoSubscriber(
  port: number,
  { topic = '#', more = [] }: { readonly topic?: string; readonly more?: readonly string[] } = {},
): Promise<MosquittoSubscriber> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-t', MARK, '-t', topic, '-F', FORMAT, ...more];
  const child = spawn(MOSQUITTO_SUB ?? 'mosquitto_sub', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  const messages: SeenMessage[] = [];
  const watchers = new Set<(message: SeenMessage) => void>();
  const subscribed = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, retain, hex = '', messageTopic = ''] = LINE.exec(line) ?? [];
      if (messageTopic === MARK) resolve();
      if (retain === undefined || messageTopic === MARK) return;
      const bytes = Buffer.from(hex, 'hex');
      const message = { topic: messageTopic, payload: bytes.toString(), bytes, retain: retain === '1' };
      messages.push(message);
      for (const watcher of [...watchers]) watcher(message);
    });
    child.on('exit', () => reject(new Error('mosquitto_sub has ended')));
  });
  await subscribed;

  function until(isIt: (message: SeenMessage) => boolean): Promise<SeenMessage> {
    const known = messages.find(isIt);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        watchers.delete(watch);
        reject(new Error(`never came; there is ${messages.map((message) => message.topic).join(' ')}`));
      }, WAIT_MS);
      const watch = (message: SeenMessage) => {
        if (!isIt(message)) return;
        clearTimeout(timer);
        watchers.delete(watch);
        resolve(message);
      };
      watchers.add(watch);
    });
  }

  return {
    messages,
    until,
    forget() {
      messages.length = 0;
    },
    stop,
  };
}
