import type { CDPSession } from '@playwright/test';

const MEGABYTE = 1_048_576;

/** What a page holds after its garbage was collected. */
export interface PageMemory {
  readonly heapMb: number;
  /** In the document and out of it. */
  readonly nodes: number;
}

export async function pageMemory(cdp: CDPSession): Promise<PageMemory> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { heapMb: usedSize / MEGABYTE, nodes };
}
