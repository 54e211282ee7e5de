import { SITES_TOPIC, SUMMARY_TOPIC } from '@heliograph/fleet-contract';
import { connect, type MqttClient } from 'mqtt';
import { failureText, type Log } from './log.ts';
import type { SiteBook } from './site-book.ts';

/** The connection to the broker, which tells what the sites say. */
export interface Broker {
  /** Unix milliseconds; undefined: it is connected. */
  failingSinceMs(): number | undefined;
  stop(): Promise<void>;
}

export interface BrokerOptions {
  readonly addresses: readonly URL[];
  readonly book: Pick<SiteBook, 'takeSummary' | 'takeStatus'>;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly tryMs?: number;
}

const STATUS_TOPIC = 'dtu/status';
const TOPICS = [`${SITES_TOPIC}+/${SUMMARY_TOPIC}`, `${SITES_TOPIC}+/${STATUS_TOPIC}`];
/** A node that says nothing more is given up after one and a half of it: the page says within 15 s that nothing comes. */
const KEEPALIVE_S = 5;
const CONNECT_TIMEOUT_MS = 4000;
const RETRY_MS = 1000;
/**
 * So often it is tried whether somebody new gets in. A broker whose store is full lets in nobody more, since it can write down no session,
 * while whoever is connected notices nothing.
 */
const TRY_MS = 60_000;
/** Of visits one after the other that did not get in: one alone may have been lost on its way. */
const MISSED_VISITS = 2;

/** Goes from one node to the next where one has gone. */
export function connectBroker({ addresses, book, log, nowMs, tryMs = TRY_MS }: BrokerOptions): Broker {
  /** Since when nobody new gets in. */
  let closedSinceMs: number | undefined;
  let visitor: MqttClient | undefined;
  let missedVisits = 0;
  let nextVisit: NodeJS.Timeout | undefined;
  let failingSinceMs: number | undefined = nowMs();
  let isStopped = false;
  let turn = 0;
  let client: MqttClient | undefined;
  let timer: NodeJS.Timeout | undefined;

  function take(topic: string, payload: Buffer, isKept: boolean): void {
    const [, id = '', ...rest] = topic.split('/');
    const what = rest.join('/');
    // A summary that the broker has kept is no news, whoever has told it to keep one.
    if (what === SUMMARY_TOPIC && !isKept) book.takeSummary(id, payload);
    if (what === STATUS_TOPIC) book.takeStatus(id, payload, isKept);
  }

  function open(): void {
    const address = addresses[turn % addresses.length];
    if (isStopped || address === undefined) return;
    turn += 1;
    const name = address.host;
    const opened = connectTo(address);
    client = opened;
    let failure: unknown = 'The connection was closed.';
    opened.on('connect', () => {
      opened.subscribe(TOPICS, { qos: 0 }, (error, granted = []) => {
        if (error !== null || granted.some(({ qos }) => Number(qos) >= 0x80)) {
          failure = error ?? 'The broker does not let this user read what the sites say.';
          opened.end(true);
          return;
        }
        failingSinceMs = undefined;
        closedSinceMs = undefined;
        log.info('The broker is connected.', { address: name });
      });
    });
    opened.on('message', (topic, payload, { retain }) => take(topic, payload, retain));
    opened.on('error', (error) => {
      failure = error;
    });
    opened.once('close', () => {
      opened.end(true);
      if (isStopped) return;
      log.warn('The broker does not answer; the next one is tried.', {
        ...{ address: name, failure: failureText(failure) },
      });
      failingSinceMs ??= nowMs();
      timer = setTimeout(open, RETRY_MS);
    });
  }

  /** At the node that the page itself is connected to: where that has gone, this is known already. */
  function tryAgain(): void {
    const address = addresses[(turn - 1) % addresses.length];
    if (isStopped || address === undefined || failingSinceMs !== undefined) return;
    const tried = connectTo(address);
    const turnThen = turn;
    visitor = tried;
    let gotIn = false;
    tried.on('connect', () => {
      gotIn = true;
      tried.end(true);
    });
    tried.on('error', () => undefined); // it closes then
    tried.once('close', () => {
      tried.end(true);
      // Meanwhile the page itself may have gone on to another node.
      if (!isStopped && turn === turnThen) judge(gotIn, address.host);
    });
  }

  function judge(gotIn: boolean, address: string): void {
    missedVisits = gotIn ? 0 : missedVisits + 1;
    if (gotIn) closedSinceMs = undefined;
    else if (missedVisits < MISSED_VISITS) nextVisit = setTimeout(tryAgain, RETRY_MS);
    else if (closedSinceMs === undefined) {
      closedSinceMs = nowMs();
      log.warn('The broker lets in nobody more, as where its store is full.', { address });
    }
  }

  open();
  const trying = setInterval(tryAgain, tryMs);
  return {
    failingSinceMs: () => failingSinceMs ?? closedSinceMs,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(trying);
      clearTimeout(nextVisit);
      await visitor?.endAsync(true);
      await client?.endAsync(true);
    },
  };
}

function connectTo(address: URL): MqttClient {
  const isSecure = address.protocol === 'mqtts:';
  // Not by its text, of whose login a password with a colon would become another one.
  return connect({
    ...{ protocol: isSecure ? 'mqtts' : 'mqtt', host: address.hostname.replace(/^\[|\]$/g, '') },
    port: Number(address.port) || (isSecure ? 8883 : 1883),
    ...{ protocolVersion: 4, clean: true, keepalive: KEEPALIVE_S, connectTimeout: CONNECT_TIMEOUT_MS },
    ...{ reconnectPeriod: 0, username: decodeURIComponent(address.username) },
    password: decodeURIComponent(address.password),
  });
}
