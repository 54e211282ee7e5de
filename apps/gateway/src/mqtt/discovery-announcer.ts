import type { Clock } from '../platform/clock.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { MqttMessage } from './mqtt-message.ts';

/** Announces entities to Home Assistant, over one connection after the other, and removes those that go. */
export interface DiscoveryAnnouncer {
  /** There is a connection: everything is announced, and what it still has from before is removed. */
  connected(link: DiscoveryLink): void;
  /** Something has changed, or Home Assistant is back: everything is announced again, as it is by then. */
  announce(): void;
  /** Removes what is not in `kept` while the connection is still there; what cannot be sent now goes at the next one. */
  leave(link: DiscoveryLink, kept: ReadonlySet<string>): void;
  stop(): void;
}

export interface DiscoveryLink {
  readonly connection: Pick<MqttConnection, 'publish' | 'facts'>;
  /** Everything that has to be announced; with an empty payload what must not be there. */
  readonly wanted: () => readonly MqttMessage[];
  /** Topics under which this broker may have something of ours. */
  readonly announced: Set<string>;
}

/** Not more often, however often something changes. */
const INTERVAL_MS = 5000;
/** A broker that takes nothing at the moment is asked again after this. */
const RETRY_MS = 1000;

export function createDiscoveryAnnouncer({ clock }: { readonly clock: Clock }): DiscoveryAnnouncer {
  let link: DiscoveryLink | undefined;
  let announcedAtMs = Number.NEGATIVE_INFINITY;
  let cancelNext = () => {};

  function announce(): void {
    cancelNext();
    if (link === undefined) return;
    const waitMs = announcedAtMs + INTERVAL_MS - clock.monotonicMs();
    if (waitMs > 0) {
      cancelNext = clock.after(waitMs, announce);
      return;
    }
    const wanted = link.wanted();
    send(link, [...removals(link, new Set(wanted.map(({ topic }) => topic))), ...wanted]);
  }

  /** What the broker does not take now goes on from there, so that a plant of any size comes through in the end. */
  function send(to: DiscoveryLink, messages: readonly MqttMessage[]): void {
    if (messages.length === 0 || !to.connection.facts().isConnected) return; // the next connection begins anew
    announcedAtMs = clock.monotonicMs();
    const refused = messages.findIndex((message) => !publish(to, message));
    if (refused >= 0) cancelNext = clock.after(RETRY_MS, () => send(to, messages.slice(refused)));
  }

  return {
    connected(newLink) {
      link = newLink;
      announce();
    },
    announce,
    leave(oldLink, kept) {
      cancelNext();
      link = undefined;
      for (const message of removals(oldLink, kept)) publish(oldLink, message);
    },
    stop() {
      cancelNext();
      link = undefined;
    },
  };
}

/** Removed is what is published without content; kept by the broker that means nothing is kept. */
function removals({ announced }: DiscoveryLink, kept: ReadonlySet<string>): readonly MqttMessage[] {
  return [...announced]
    .filter((topic) => !kept.has(topic))
    .map((topic) => ({ topic, payload: '', retain: true }));
}

function publish({ connection, announced }: DiscoveryLink, message: MqttMessage): boolean {
  if (!connection.publish(message)) return false;
  if (message.payload === '') announced.delete(message.topic);
  else announced.add(message.topic);
  return true;
}
