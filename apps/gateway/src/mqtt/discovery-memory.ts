import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';

/**
 * What brokers have of us for Home Assistant, so that what goes is removed also where that could not be said at once,
 * however often the gateway starts in between. A file of the data folder; losing it leaves leftovers at the brokers.
 *
 *     {"brokers":[{"broker":"nas.lan:1883","topics":["homeassistant/..."]}]}     the one used last comes last
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
  add(topics: Iterable<string>): void;
  remove(topics: Iterable<string>): void;
}

interface BrokerEntry {
  readonly broker: string;
  readonly topics: readonly string[];
}

/** More brokers than anybody has; of another one the longest unused is forgotten. */
const BROKERS_MAX = 4;

export async function openDiscoveryMemory(options: {
  readonly directory: DataDirectory;
  readonly log: Log;
}): Promise<DiscoveryMemory> {
  const file = await openMemoryFile({
    ...options,
    name: 'discovery.json',
    read: readEntries,
    subject: 'What Home Assistant was told',
    whenLost: 'what Home Assistant was told before is forgotten',
  });
  const topicsAt = new Map(file.remembered?.map(({ broker, topics }) => [broker, new Set(topics)]));

  function content(): object {
    const entries = [...topicsAt].map(([broker, topics]): BrokerEntry => ({ broker, topics: [...topics] }));
    return { brokers: entries.filter(({ topics }) => topics.length > 0) };
  }

  /** Has the file written only when something has changed. */
  function announcedTopics(topics: Set<string>): AnnouncedTopics {
    return {
      topics,
      add(added) {
        const before = topics.size;
        for (const topic of added) topics.add(topic);
        if (topics.size > before) file.remember(content);
      },
      remove(removed) {
        const before = topics.size;
        for (const topic of removed) topics.delete(topic);
        if (topics.size < before) file.remember(content);
      },
    };
  }

  return {
    at(broker) {
      const topics = topicsAt.get(broker) ?? new Set();
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
  const { broker, topics } = Object(value);
  return (
    typeof broker === 'string' && Array.isArray(topics) && topics.every((topic) => typeof topic === 'string')
  );
}
