import type { DataDirectory } from '../../platform/data-directory.ts';
import type { Log } from '../../platform/log.ts';
import { openMemoryFile } from '../../platform/memory-file.ts';

/**
 * What brokers have of us for Home Assistant, so that what goes is removed also where that could not be said at once,
 * however often the gateway starts in between. A file of the data folder; losing it leaves leftovers at the brokers.
 *
 *     {"brokers":[{"broker":"nas.lan:1883","topics":["homeassistant/..."],"retained":[...]}]}
 *
 * The one used last comes last. Without `retained`, as 0.1.0 wrote it, the broker may keep any of them.
 */
export interface DiscoveryMemory {
  /** The memory of a broker, `host:port`. */
  at(broker: string): AnnouncedTopics;
  /** Waits until everything is written. */
  close(): Promise<void>;
}

/** Topics under which a broker may have entities of ours. */
export interface AnnouncedTopics {
  readonly topics: ReadonlySet<string>;
  /** Those of them that the broker may keep by itself. */
  readonly retained: ReadonlySet<string>;
  add(topics: Iterable<string>, isRetained: boolean): void;
  remove(topics: Iterable<string>): void;
  /** The broker keeps them no longer. */
  release(topics: Iterable<string>): void;
}

interface BrokerEntry {
  readonly broker: string;
  readonly topics: readonly string[];
  readonly retained?: readonly string[];
}

interface BrokerTopics {
  readonly topics: Set<string>;
  readonly retained: Set<string>;
}

/** More brokers than anybody has; of another one the longest unused is forgotten. */
const BROKERS_MAX = 4;

export async function openDiscoveryMemory({
  directory,
  log,
}: {
  readonly directory: DataDirectory;
  readonly log: Log;
}): Promise<DiscoveryMemory> {
  const file = await openMemoryFile({
    directory,
    log,
    name: 'discovery.json',
    read: readEntries,
    subject: 'The list of what Home Assistant was told',
    whenLost: 'the list of what Home Assistant was told starts empty',
  });
  const topicsAt = new Map(
    file.remembered?.map(({ broker, topics, retained = topics }): [string, BrokerTopics] => [
      broker,
      { topics: new Set(topics), retained: new Set(retained) },
    ]),
  );

  function content(): object {
    const entries = [...topicsAt].map(
      ([broker, { topics, retained }]): BrokerEntry => ({
        broker,
        topics: [...topics],
        retained: [...retained],
      }),
    );
    return { brokers: entries.filter(({ topics }) => topics.length > 0) };
  }

  /** Has the file written only when something has changed. */
  function announcedTopics({ topics, retained }: BrokerTopics): AnnouncedTopics {
    function change(how: () => void): void {
      const before = [topics.size, retained.size].join();
      how();
      if ([topics.size, retained.size].join() !== before) file.remember(content);
    }

    return {
      topics,
      retained,
      add: (added, isRetained) =>
        change(() => {
          for (const topic of added) {
            topics.add(topic);
            if (isRetained) retained.add(topic);
          }
        }),
      remove: (removed) =>
        change(() => {
          for (const topic of removed) {
            topics.delete(topic);
            retained.delete(topic);
          }
        }),
      release: (released) =>
        change(() => {
          for (const topic of released) retained.delete(topic);
        }),
    };
  }

  return {
    at(broker) {
      const topics = topicsAt.get(broker) ?? { topics: new Set(), retained: new Set() };
      topicsAt.delete(broker);
      topicsAt.set(broker, topics);
      const [oldest = ''] = topicsAt.keys();
      if (topicsAt.size > BROKERS_MAX) topicsAt.delete(oldest);
      return announcedTopics(topics);
    },
    close: file.close,
  };
}

function readEntries(value: unknown): readonly BrokerEntry[] | undefined {
  const { brokers } = Object(value);
  return Array.isArray(brokers) && brokers.every(isEntry) ? brokers : undefined;
}

function isEntry(value: unknown): value is BrokerEntry {
  const { broker, topics, retained } = Object(value);
  return typeof broker === 'string' && areTexts(topics) && (retained === undefined || areTexts(retained));
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
