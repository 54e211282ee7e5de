import { ALERT_PROBLEMS, ALERT_SEVERITIES, type AlertChannel, type AlertProblem } from '@heliograph/contract';
import type { AlertMessage } from './alert.ts';
import type { Notice } from './compose.ts';

/** What each channel is to hear and has not heard; what it did not take is tried again. It waits for nobody. */
export interface Outbox {
  /** The channels are these from now on; what was changed is tried again at once. */
  configure(channels: readonly AlertChannel[]): void;
  /** Has a channel hear something, at its next turn. */
  add(channel: string, notice: Notice): void;
  /** Takes back what was not told yet of an alert. */
  drop(alert: string): void;
  /** Has whatever is due sent. */
  turn(): void;
  states(): readonly ChannelState[];
  /** Ids of the channels that are to be told of what has this severity. */
  channelsFor(severity: AlertMessage['severity']): readonly string[];
  /** To be written down. */
  memory(): readonly RememberedQueue[];
  /** Ends what is being sent, and waits for that. */
  stop(): Promise<void>;
}

export interface ChannelState {
  readonly id: string;
  readonly name: string;
  readonly sentToday: number;
  readonly notices: readonly Notice[];
  readonly hold: Hold | undefined;
  readonly problem: AlertProblem | undefined;
  /** The problem is that of an example, which nobody sends again. */
  readonly isOfExample: boolean;
  /** Of the next try, on the monotonic clock; undefined: nothing is tried again. */
  readonly nextMs: number | undefined;
}

/** Why nothing goes out now: it is quiet, there was enough, or the channel did not take it. */
export type Hold = 'quiet' | 'limit' | 'retry';

export interface RememberedQueue {
  readonly id: string;
  readonly notices: readonly Notice[];
  readonly day: string;
  readonly sent: number;
  readonly toldEnough: boolean;
  readonly problem?: AlertProblem | undefined;
  readonly isOfExample?: boolean;
}

export type SendMessage = (
  channel: AlertChannel,
  message: AlertMessage,
  signal: AbortSignal,
) => Promise<AlertProblem | undefined>;

export interface OutboxOptions {
  readonly remembered: readonly RememberedQueue[];
  readonly nowMs: () => number;
  /** The local day, such as `2026-11-26`, and unix seconds. */
  readonly today: () => string;
  readonly nowS: () => number;
  readonly isQuiet: () => boolean;
  readonly maxADay: () => number;
  readonly compose: (notices: readonly Notice[]) => AlertMessage;
  readonly enough: () => AlertMessage;
  readonly send: SendMessage;
  readonly onSent: (channel: string, notices: readonly Notice[]) => void;
  readonly onGivenUp: (channel: string, notices: readonly Notice[]) => void;
  /** Something is to be written down. */
  readonly onChange: () => void;
}

/** Minutes until the next try, after each failure. */
const PAUSES_MIN = [1, 2, 5, 10, 20, 30, 60];
/** What nobody has taken for so long is let go. */
const GIVE_UP_S = 48 * 3600;
/** More than these wait for no channel: the oldest go first. */
const NOTICES_MAX = 500;

interface Queue {
  channel: AlertChannel;
  notices: readonly Notice[];
  day: string;
  sent: number;
  toldEnough: boolean;
  failures: number;
  problem: AlertProblem | undefined;
  isOfExample: boolean;
  nextMs: number;
  isSending: boolean;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { nowMs, today, nowS, isQuiet, maxADay, onChange } = options;
  const remembered = new Map(options.remembered.map((queue) => [queue.id, queue]));
  let queues: readonly Queue[] = [];
  const aborter = new AbortController();
  const sending = new Set<Promise<void>>();

  function opened(channel: AlertChannel): Queue {
    const before = remembered.get(channel.id);
    remembered.delete(channel.id);
    return {
      channel,
      ...{ notices: before?.notices ?? [], day: before?.day ?? '', sent: before?.sent ?? 0 },
      ...{ toldEnough: before?.toldEnough ?? false, problem: before?.problem },
      ...{ isOfExample: before?.isOfExample ?? false, failures: 0, nextMs: 0, isSending: false },
    };
  }

  function configure(channels: readonly AlertChannel[]): void {
    queues = channels
      .filter(({ enabled }) => enabled)
      .map((channel) => {
        const queue = queues.find((one) => one.channel.id === channel.id);
        if (queue === undefined) return opened(channel);
        if (JSON.stringify(queue.channel) !== JSON.stringify(channel)) {
          Object.assign(queue, { channel, failures: 0, nextMs: 0, problem: undefined, isOfExample: false });
        }
        return queue;
      });
    // A channel that comes back later starts anew.
    remembered.clear();
  }

  function giveUp(queue: Queue, notices: readonly Notice[]): void {
    if (notices.length === 0) return;
    queue.notices = queue.notices.filter((notice) => !notices.includes(notice));
    options.onGivenUp(queue.channel.id, notices);
    onChange();
  }

  /** What a channel would hear now: an example at any time. */
  function due(queue: Queue): readonly Notice[] {
    if (queue.isSending || nowMs() < queue.nextMs) return [];
    const hold = holdOf(queue);
    return hold === undefined ? queue.notices : queue.notices.filter(({ kind }) => kind === 'example');
  }

  function holdOf(queue: Queue): Hold | undefined {
    if (queue.day !== today()) Object.assign(queue, { day: today(), sent: 0, toldEnough: false });
    if (isQuiet()) return 'quiet';
    return queue.sent >= maxADay() ? 'limit' : undefined;
  }

  function turnOf(queue: Queue): void {
    const isTried = queue.problem !== undefined;
    if (isTried)
      giveUp(
        queue,
        queue.notices.filter(({ atS }) => nowS() - atS > GIVE_UP_S),
      );
    const notices = due(queue);
    const isFree = queue.notices.length > 0 && !queue.isSending && nowMs() >= queue.nextMs;
    if (notices.length > 0) start(queue, options.compose(notices), notices);
    else if (isFree && !queue.toldEnough && holdOf(queue) === 'limit') start(queue, options.enough(), []);
  }

  function start(queue: Queue, message: AlertMessage, notices: readonly Notice[]): void {
    queue.isSending = true;
    const { channel } = queue;
    const done = options
      .send(channel, message, aborter.signal)
      .catch((): AlertProblem => 'fault') // a bug of ours in one channel must not stop the others
      .then((problem) => {
        queue.isSending = false;
        if (aborter.signal.aborted && problem !== undefined) return;
        if (problem === undefined) took(queue, notices);
        else if (isMereExample(queue, notices)) exampleFailed(queue, channel, notices, problem);
        else failed(queue, channel, problem);
        onChange();
      })
      .finally(() => sending.delete(done));
    sending.add(done);
  }

  function took(queue: Queue, notices: readonly Notice[]): void {
    Object.assign(queue, { failures: 0, problem: undefined, isOfExample: false, nextMs: 0 });
    if (notices.length === 0) queue.toldEnough = true;
    else if (!isExample(notices)) queue.sent += 1;
    queue.notices = queue.notices.filter((notice) => !notices.includes(notice));
    options.onSent(queue.channel.id, notices);
  }

  /** Who tries things out does not want to hear of it hours later, and nothing else has to wait for that. */
  function exampleFailed(
    queue: Queue,
    channel: AlertChannel,
    notices: readonly Notice[],
    problem: AlertProblem,
  ): void {
    if (queue.channel !== channel) return; // it was another one then
    Object.assign(queue, { problem, isOfExample: true });
    giveUp(queue, notices);
  }

  function failed(queue: Queue, channel: AlertChannel, problem: AlertProblem): void {
    if (queue.channel !== channel) return; // it was another one then
    queue.failures += 1;
    Object.assign(queue, { problem, isOfExample: false });
    const pauseMin = PAUSES_MIN[Math.min(queue.failures, PAUSES_MIN.length) - 1] ?? 60;
    queue.nextMs = nowMs() + pauseMin * 60_000;
    giveUp(
      queue,
      queue.notices.filter(({ kind }) => kind === 'example' || __WITHOUT__.alertRetries),
    );
  }

  return {
    configure,
    add(id, notice) {
      const queue = queues.find(({ channel }) => channel.id === id);
      if (queue === undefined) return;
      queue.notices = [...queue.notices, notice];
      giveUp(queue, queue.notices.slice(0, Math.max(0, queue.notices.length - NOTICES_MAX)));
      onChange();
    },
    drop(alert) {
      for (const queue of queues) {
        queue.notices = queue.notices.filter((notice) => !('alert' in notice) || notice.alert !== alert);
      }
      onChange();
    },
    turn() {
      for (const queue of queues) turnOf(queue);
    },
    states: () =>
      queues.map((queue) => ({
        ...{ id: queue.channel.id, name: queue.channel.name, notices: queue.notices },
        ...{ hold: isRetried(queue) ? 'retry' : holdOf(queue), problem: queue.problem },
        isOfExample: queue.isOfExample,
        sentToday: queue.day === today() ? queue.sent : 0,
        nextMs: isRetried(queue) && queue.notices.length > 0 ? queue.nextMs : undefined,
      })),
    channelsFor: (severity) =>
      queues
        .filter(({ channel }) => rank(channel.severity) <= rank(severity))
        .map(({ channel }) => channel.id),
    memory: () =>
      queues.map(({ channel, notices, day, sent, toldEnough, problem, isOfExample }) => ({
        ...{ id: channel.id, notices, day, sent, toldEnough, problem, isOfExample },
      })),
    async stop() {
      aborter.abort();
      await Promise.all(sending);
    },
  };
}

/** Of an example that was not taken nothing is tried again. */
const isRetried = ({ problem, isOfExample }: Queue) => problem !== undefined && !isOfExample;

/** Where something else failed before, its pauses go on. */
const isMereExample = ({ failures }: Queue, notices: readonly Notice[]) =>
  failures === 0 && isExample(notices) && !__WITHOUT__.alertRetries;

const isExample = (notices: readonly Notice[]) =>
  notices.length > 0 && notices.every(({ kind }) => kind === 'example');

const rank = (severity: AlertMessage['severity']) => ALERT_SEVERITIES.indexOf(severity);

/** The queues of a file, as far as they make sense. */
export function readQueues(value: unknown): readonly RememberedQueue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((found): readonly RememberedQueue[] => {
    const { id, notices, day, sent, toldEnough, problem, isOfExample } = Object(found);
    if (typeof id !== 'string' || !Array.isArray(notices)) return [];
    return [
      {
        ...{ id, notices: notices.flatMap(readNotice).slice(-NOTICES_MAX), toldEnough: toldEnough === true },
        ...{ day: typeof day === 'string' ? day : '', sent: Number.isFinite(sent) ? sent : 0 },
        problem: ALERT_PROBLEMS.find((known) => known === problem),
        isOfExample: isOfExample === true,
      },
    ];
  });
}

function readNotice(value: unknown): readonly Notice[] {
  const { kind, alert, atS, words } = Object(value);
  if (!Number.isFinite(atS)) return [];
  if ((kind === 'opened' || kind === 'solved') && typeof alert === 'string') return [{ kind, alert, atS }];
  const { title, text } = Object(words);
  const isSummary = kind === 'summary' && typeof title === 'string' && typeof text === 'string';
  return isSummary ? [{ kind, atS, words: { title, text } }] : [];
}
