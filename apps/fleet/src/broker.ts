import { SITES_TOPIC, SUMMARY_TOPIC } from '@heliograph/fleet-contract';
import { connect, type MqttClient } from 'mqtt';
import { failureText, type Log } from './log.ts';
import type { SiteBook } from './site-book.ts';

/** The connection to the broker, which tells what the sites say. */
export interface Broker {
  /** Unix milliseconds; undefined: it is connected. */
  failingSinceMs(): number | undefined;
  /** Since when another node than the one of this page lets nobody in. Unix milliseconds; undefined: all do, or none is known to. */
  nodeFailingSinceMs(): number | undefined;
  /** Has the broker tell once more who is there and who has gone, which it keeps. */
  readKept(): void;
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
 * So often it is tried at each node whether somebody new gets in. A node whose store is full, or that does not reach it, lets in nobody more,
 * since it can write down no session, while whoever is connected notices nothing.
 */
const TRY_MS = 10_000;
/** Of visits one after the other that did not get in: one alone may have been lost on its way. */
const MISSED_VISITS = 2;

/** A node, and whether a visitor gets in there. */
interface VisitedNode {
  readonly address: URL;
  missedVisits: number;
  /** Since when nobody new gets in. */
  closedSinceMs: number | undefined;
  visitor: MqttClient | undefined;
  nextVisit: NodeJS.Timeout | undefined;
}

/** Goes from one node to the next where one has gone. */
export function connectBroker({ addresses, book, log, nowMs, tryMs = TRY_MS }: BrokerOptions): Broker {
  const nodes = addresses.map(
    (address): VisitedNode => ({
      ...{ address, missedVisits: 0, closedSinceMs: undefined, visitor: undefined, nextVisit: undefined },
    }),
  );
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

  /** The node that the page is at, or tries to be. */
  const ownNode = () => nodes[(turn - 1) % nodes.length];

  function open(): void {
    turn += 1;
    const node = ownNode();
    if (isStopped || node === undefined) return;
    const { address } = node;
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
        noteOpen(node);
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

  function visit(node: VisitedNode): void {
    // Where the page itself gets in nowhere, this is known already.
    if (isStopped || failingSinceMs !== undefined) return;
    const visitor = connectTo(node.address);
    node.visitor = visitor;
    let gotIn = false;
    visitor.on('connect', () => {
      gotIn = true;
      visitor.end(true);
    });
    visitor.on('error', () => undefined); // it closes then
    visitor.once('close', () => {
      visitor.end(true);
      if (isStopped) return;
      if (gotIn) noteOpen(node);
      else noteMissed(node);
    });
  }

  function noteOpen(node: VisitedNode): void {
    if (node.closedSinceMs !== undefined)
      log.info('This node of the broker lets visitors in again.', { address: node.address.host });
    node.missedVisits = 0;
    node.closedSinceMs = undefined;
  }

  function noteMissed(node: VisitedNode): void {
    node.missedVisits += 1;
    if (node.missedVisits < MISSED_VISITS) node.nextVisit = setTimeout(() => visit(node), RETRY_MS);
    else if (node.closedSinceMs === undefined) {
      node.closedSinceMs = nowMs();
      log.warn('A node of the broker lets in nobody more, as where it is down or its store is full.', {
        address: node.address.host,
      });
    }
  }

  const ownFailingSinceMs = () => failingSinceMs ?? ownNode()?.closedSinceMs;

  open();
  const trying = setInterval(() => nodes.forEach(visit), tryMs);
  return {
    failingSinceMs: ownFailingSinceMs,
    nodeFailingSinceMs() {
      if (ownFailingSinceMs() !== undefined) return undefined;
      const times = nodes.flatMap(({ closedSinceMs }) => closedSinceMs ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    readKept() {
      if (client?.connected === true) client.subscribe(TOPICS, { qos: 0 });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(trying);
      for (const { nextVisit } of nodes) clearTimeout(nextVisit);
      await Promise.all(nodes.map(({ visitor }) => visitor?.endAsync(true)));
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
