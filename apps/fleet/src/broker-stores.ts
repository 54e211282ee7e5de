import { type AskNats, askNats, INBOX } from './ask-nats.ts';
import { failureText, type Log } from './log.ts';

/**
 * NATS keeps what comes by MQTT in streams that it makes itself and that all sites share. It has neither a setting nor a permission that bounds
 * them: one site that keeps a new topic with every message would fill the store, and then nobody could get in any more. But the settings of
 * these streams can be changed like those of any other stream, by messages to NATS itself. That is done here.
 */

/** Settings of a stream, by the names that NATS has for them. */
export interface StreamBounds {
  readonly max_bytes: number;
  readonly max_msg_size: number;
  readonly max_msgs: number;
  /** What happens when it is full: `new` refuses what comes, `old` forgets what has been there longest. */
  readonly discard: 'new' | 'old';
  /** Nanoseconds; 0: for ever. */
  readonly max_age: number;
}

const MB = 2 ** 20;
const DAY_NS = 86_400e9;
/** A message of the contract has 2 KB at most; in the store it is packed into JSON, and longer by half. */
const MESSAGE = { max_msg_size: 16 * 1024, max_msgs: -1, max_age: 0 };

/** Together less than the store of a node in deploy/fleet/nats.conf, since NATS sets aside what is given here. */
export const STREAM_BOUNDS: Readonly<Record<string, StreamBounds>> = {
  /**
   * What is kept (*retained*). Where it is full, new topics are refused, and with them the memory that each takes at every node; whoever
   * listens hears of the message all the same. To forget the oldest instead would cost others what they have let it keep.
   */
  $MQTT_rmsgs: { ...MESSAGE, max_bytes: 256 * MB, max_msgs: 200_000, discard: 'new' },
  /** For whoever has asked for acknowledged messages and is away. */
  $MQTT_msgs: { ...MESSAGE, max_bytes: 256 * MB, max_age: DAY_NS, discard: 'old' },
  /** Who is connected: were new ones refused, nobody could get in. The oldest is connected all the same. */
  $MQTT_sess: { ...MESSAGE, max_msg_size: 64 * 1024, max_bytes: 64 * MB, discard: 'old' },
  /** Since NATS 2.10: what is acknowledged twice, on its way in and out. */
  $MQTT_qos2in: { ...MESSAGE, max_bytes: 64 * MB, max_age: DAY_NS, discard: 'old' },
  $MQTT_out: { ...MESSAGE, max_bytes: 64 * MB, max_age: DAY_NS, discard: 'old' },
};
/** A broker makes these when the first site connects, so until then they are not there. */
const ALWAYS = ['$MQTT_rmsgs', '$MQTT_msgs', '$MQTT_sess'];

const ABOUT = (name: string) => `$JS.API.STREAM.INFO.${name}`;
const CHANGE = (name: string) => `$JS.API.STREAM.UPDATE.${name}`;

/** What the user who sets the bounds may do: nothing else. */
export const STORES_PERMISSIONS = {
  publish: Object.keys(STREAM_BOUNDS).flatMap((name) => [ABOUT(name), CHANGE(name)]),
  subscribe: [`${INBOX}.>`],
};

interface StreamAnswer {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly description?: string };
}

const NOT_THERE = 404;
const TIMEOUT_MS = 10_000;

/** Gives each stream its bounds where it has others; tells how many were changed, and whether all that must be there are. */
export async function boundStores(
  address: URL,
  bounds: Readonly<Record<string, StreamBounds>> = STREAM_BOUNDS,
): Promise<{ readonly changed: number; readonly isComplete: boolean }> {
  const outcomes = await askNats(
    address,
    async (ask) => {
      const found: [name: string, outcome: Outcome][] = [];
      for (const [name, wanted] of Object.entries(bounds))
        found.push([name, await boundStore(ask, name, wanted)]);
      return found;
    },
    TIMEOUT_MS,
  );
  return {
    changed: outcomes.filter(([, outcome]) => outcome === 'changed').length,
    isComplete: !outcomes.some(([name, outcome]) => outcome === 'not-there' && ALWAYS.includes(name)),
  };
}

type Outcome = 'changed' | 'as-it-was' | 'not-there';

async function boundStore(ask: AskNats, name: string, wanted: StreamBounds): Promise<Outcome> {
  const { config, error } = (await ask(ABOUT(name))) as StreamAnswer;
  if (error?.code === NOT_THERE) return 'not-there';
  if (config === undefined) throw new Error(error?.description ?? `Nothing is told of ${name}.`);
  if (hasBounds(config, wanted)) return 'as-it-was';
  const answer = (await ask(CHANGE(name), { ...config, ...wanted })) as StreamAnswer;
  if (answer.error !== undefined) throw new Error(answer.error.description ?? `${name} stays as it is.`);
  return 'changed';
}

const hasBounds = (config: Readonly<Record<string, unknown>>, wanted: StreamBounds) =>
  Object.entries(wanted).every(([setting, value]) => config[setting] === value);

export interface KeepingOptions {
  /** Of the nodes; the first one that answers is asked. */
  readonly addresses: readonly URL[];
  readonly log: Log;
  readonly bound?: typeof boundStores;
}

/** The streams have no bounds until then. */
const SOON_MS = 5000;
/** Somebody may have made them anew. */
const LATER_MS = 60_000;

/** Sees to it, as long as it runs. */
export function keepStoresBounded({ addresses, log, bound = boundStores }: KeepingOptions): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isFailing = false;

  async function look(): Promise<boolean> {
    let failure: unknown;
    for (const address of addresses) {
      try {
        const { changed, isComplete } = await bound(address);
        if (changed > 0) log.info('The stores of the broker were given their bounds.', { count: changed });
        isFailing = false;
        return isComplete;
      } catch (error) {
        failure = error;
      }
    }
    if (!isFailing && !isStopped) {
      log.warn('The stores of the broker may have no bounds; it is tried again.', {
        failure: failureText(failure),
      });
    }
    isFailing = true;
    return false;
  }

  async function goOn(): Promise<void> {
    const isDone = await look();
    if (!isStopped) timer = setTimeout(() => void goOn(), isDone ? LATER_MS : SOON_MS);
  }
  void goOn();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
