/**
 * Loaded into a gateway before its own code, with `--import`: answers questions about the process over the channel to
 * whoever started it. The product knows nothing of it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

/** The histogram holds the whole interval between two looks, of which 5 ms are no delay. */
const delayMs = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - 5);

function figures() {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    rssBytes: rss,
    heapUsedBytes: heapUsed,
    cpuMs: (user + system) / 1000,
    delayP99Ms: delayMs(delay.percentile(99)),
    delayMaxMs: delayMs(delay.max),
    resources: process.getActiveResourcesInfo().length,
  };
}

process.on('message', (/** @type {{ question: string, number: number }} */ { question, number }) => {
  if (question === 'collect') globalThis.gc?.();
  const answer = figures();
  if (question === 'reset') delay.reset();
  process.send?.({ number, figures: answer });
});
process.channel?.unref();
