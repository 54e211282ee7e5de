import type { Exchange } from './answer.ts';
import { recordAccess } from './plants/access.ts';
import { recordFiles } from './plants/files.ts';
import { recordMqtt } from './plants/mqtt.ts';
import { recordPosts } from './plants/posts.ts';
import { recordReading } from './plants/reading.ts';
import { recordTakenOver } from './plants/taken-over.ts';

/** Asks the gateway that is built in `checkout` for everything. */
export async function recordAll(checkout: string): Promise<readonly Exchange[]> {
  const recorded = await Promise.all([
    recordReading(checkout),
    recordMqtt(checkout),
    recordPosts(checkout),
    recordAccess(checkout),
    recordFiles(checkout),
    recordTakenOver(checkout),
  ]);
  return recorded.flat();
}
