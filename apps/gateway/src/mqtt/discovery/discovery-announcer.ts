import type { Clock } from '../../platform/clock.ts';
import type { MqttConnection } from '../connection/mqtt-connection.ts';
import type { MqttMessage } from '../connection/mqtt-message.ts';
import type { AnnouncedTopics } from './discovery-memory.ts';

/**
 * Announces entities to Home Assistant, over one connection after the other, and removes those that go: until the
 * broker has taken a removal it is said again at each connect.
 */
export interface DiscoveryAnnouncer {
  /** There is a connection: everything is announced, and what it still has from before is removed. */
  connected(link: DiscoveryLink): void;
  /** Something has changed, or Home Assistant is back: everything is announced again, as it is by then. */
  announce(): void;
  /** Removes what is not in `kept`; resolves when the broker has taken that, after 2 s at the latest. */
  leave(link: DiscoveryLink, kept: ReadonlySet<string>): Promise<void>;
}

export interface DiscoveryLink {
  readonly connection: Pick<MqttConnection, 'publish' | 'settled' | 'facts'>;
  /** Everything that has to be announced; with an empty payload what must not be there. */
  readonly wanted: () => readonly MqttMessage[];
  /** What this broker may have of ours. */
  readonly announced: AnnouncedTopics;
}

/** Not more often, however often something changes. */
const INTERVAL_MS = 5000;
/** A broker that takes nothing at the moment is asked again after this. */
const RETRY_MS = 1000;
const LEAVE_TIMEOUT_MS = 2000;

export function createDiscoveryAnnouncer({ clock }: { readonly clock: Clock }): DiscoveryAnnouncer {
  let link: DiscoveryLink | undefined;
  let announcedAtMs = Number.NEGATIVE_INFINITY;
  let cancelNext = () => {};
  /** With which messages a topic was removed, until the broker has taken them or has it again. */
  let removing = new Map<string, readonly MqttMessage[]>();
  /** With which messages the broker was told to keep a topic no longer, until it has taken them. */
  let releasing = new Map<string, readonly MqttMessage[]>();
  let confirming: Promise<void> = Promise.resolve();

  function announce(): void {
    cancelNext();
    if (link === undefined) return;
    const waitMs = announcedAtMs + INTERVAL_MS - clock.monotonicMs();
    if (waitMs > 0 && !__WITHOUT__.announcementPause) {
      cancelNext = clock.after(waitMs, announce);
      return;
    }
    const wanted = link.wanted();
    const wantedTopics = new Set(wanted.map(({ topic }) => topic));
    const released = releases(link, wanted);
    if (released.length > 0) void releaseFirst(link, released);
    else sendAll(link, [...removals(link, wantedTopics), ...wanted]);
  }

  /** Not every broker hands on in order what it keeps and what it does not. */
  async function releaseFirst(to: DiscoveryLink, released: readonly MqttMessage[]): Promise<void> {
    const sizeBefore = to.announced.retained.size;
    send(to, released);
    await confirming;
    if (link !== to || !to.connection.facts().isConnected) return; // the next connection begins anew
    if (to.announced.retained.size < sizeBefore) announce();
    else cancelNext = clock.after(RETRY_MS, announce);
  }

  /** What the broker does not take now goes on from there, so that a plant of any size comes through in the end. */
  function sendAll(to: DiscoveryLink, messages: readonly MqttMessage[]): void {
    if (messages.length === 0 || !to.connection.facts().isConnected) return; // the next connection begins anew
    announcedAtMs = clock.monotonicMs();
    const rest = messages.slice(send(to, messages));
    if (rest.length > 0) cancelNext = clock.after(RETRY_MS, () => sendAll(to, rest));
  }

  /** Returns how many of them were sent. */
  function send(to: DiscoveryLink, messages: readonly MqttMessage[]): number {
    const refused = messages.findIndex((message) => !to.connection.publish(message));
    const sent = refused < 0 ? messages : messages.slice(0, refused);
    for (const isRetained of [true, false]) {
      const told = sent.filter(({ payload, retain }) => payload !== '' && retain === isRetained);
      to.announced.add(
        told.map(({ topic }) => topic),
        isRetained,
      );
    }
    for (const message of sent) {
      if (message.payload === '') noteGone(to, message, sent);
      else noteThere(message);
    }
    if ([...removing.values(), ...releasing.values()].includes(sent)) confirming = confirm(to, sent);
    return sent.length;
  }

  function noteGone(
    { announced }: DiscoveryLink,
    { topic }: MqttMessage,
    sent: readonly MqttMessage[],
  ): void {
    if (announced.topics.has(topic)) removing.set(topic, sent);
    if (announced.retained.has(topic)) releasing.set(topic, sent);
  }

  function noteThere({ topic, retain }: MqttMessage): void {
    removing.delete(topic);
    if (retain) releasing.delete(topic);
  }

  /** Forgets what is removed, or kept no longer, when that is sure, unless it is there again. */
  async function confirm(to: DiscoveryLink, sent: readonly MqttMessage[]): Promise<void> {
    if (!(await to.connection.settled())) return;
    for (const [pending, forget] of [
      [removing, to.announced.remove],
      [releasing, to.announced.release],
    ] as const) {
      const topics = [...new Set(sent.map(({ topic }) => topic))].filter(
        (topic) => pending.get(topic) === sent,
      );
      forget(topics);
      for (const topic of topics) pending.delete(topic);
    }
  }

  return {
    connected(newLink) {
      link = newLink;
      removing = new Map();
      releasing = new Map();
      announce();
    },
    announce,
    async leave(oldLink, kept) {
      cancelNext();
      link = undefined;
      send(oldLink, removals(oldLink, kept));
      if (removing.size === 0) return;
      let cancel = () => {};
      const timeout = new Promise<void>((resolve) => {
        cancel = clock.after(LEAVE_TIMEOUT_MS, resolve);
      });
      await Promise.race([confirming, timeout]);
      cancel();
    },
  };
}

/** Removed is what is published without content; kept by the broker that means nothing is kept. */
function removals({ announced }: DiscoveryLink, kept: ReadonlySet<string>): readonly MqttMessage[] {
  return [...announced.topics]
    .filter((topic) => !kept.has(topic) || __WITHOUT__.wantedEntities)
    .map((topic) => ({ topic, payload: '', retain: true }));
}

/**
 * What the broker keeps from the time when it was told to, and is to be told without that now: only a message without
 * content makes it forget. Home Assistant takes that for a removal, so the announcement follows at once.
 */
function releases({ announced }: DiscoveryLink, wanted: readonly MqttMessage[]): readonly MqttMessage[] {
  return wanted
    .filter(({ topic, payload, retain }) => payload !== '' && !retain && announced.retained.has(topic))
    .map(({ topic }) => ({ topic, payload: '', retain: true }));
}
