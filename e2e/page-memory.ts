import type { CDPSession } from '@playwright/test';

const MEGABYTE = 1_048_576;

/** What a page holds after its garbage was collected. */
export interface PageMemory {
  readonly heapMb: number;
  /** In the document and out of it. */
  readonly nodes: number;
}

const LOOKS = 3;

/** The least of some looks: what a page that goes on drawing throws away after the collection is counted too. */
export async function pageMemory(cdp: CDPSession): Promise<PageMemory> {
  let least: PageMemory = { heapMb: Number.POSITIVE_INFINITY, nodes: Number.POSITIVE_INFINITY };
  for (let look = 0; look < LOOKS; look++) {
    await cdp.send('HeapProfiler.collectGarbage');
    const { nodes } = await cdp.send('Memory.getDOMCounters');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    least = { heapMb: Math.min(least.heapMb, usedSize / MEGABYTE), nodes: Math.min(least.nodes, nodes) };
  }
  return least;
}
