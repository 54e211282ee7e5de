import type { Clock } from '../platform/clock.ts';
import type { AnnouncedTopics } from './discovery-memory.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { MqttMessage } from './mqtt-message.ts';

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
  let confirming: Promise<void> = Promise.resolve();

  function announce(): void {
    cancelNext();
    if (link === undefined) return;
    const waitMs = announcedAtMs + INTERVAL_MS - clock.monotonicMs();
    if (waitMs > 0) {
      cancelNext = clock.after(waitMs, announce);
      return;
    }
    const wanted = link.wanted();
    sendAll(link, [...removals(link, new Set(wanted.map(({ topic }) => topic))), ...wanted]);
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
    to.announced.add(sent.filter(({ payload }) => payload !== '').map(({ topic }) => topic));
    for (const { topic, payload } of sent) {
      if (payload !== '') removing.delete(topic);
      else if (to.announced.topics.has(topic)) removing.set(topic, sent);
    }
    if ([...removing.values()].includes(sent)) confirming = confirm(to, sent);
    return sent.length;
  }

  /** Forgets what is removed when that is sure, unless it is there again. */
  async function confirm(to: DiscoveryLink, sent: readonly MqttMessage[]): Promise<void> {
    if (!(await to.connection.settled())) return;
    const topics = sent.map(({ topic }) => topic).filter((topic) => removing.get(topic) === sent);
    to.announced.remove(topics);
    for (const topic of topics) removing.delete(topic);
  }

  return {
    connected(newLink) {
      link = newLink;
      removing = new Map();
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
    .filter((topic) => !kept.has(topic))
    .map((topic) => ({ topic, payload: '', retain: true }));
}
