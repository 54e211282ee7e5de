import { setDtuConfig } from '@heliograph/contract';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';

/** A turn comes when strictly more than the interval has passed. Source: docs/reference/radio-protocol.md#exchanges. */
const STRICTLY_MORE_MS = 1;
const POLL_LINE = /^(\S+Z) info +Polling inverter/gm;

/** Lets a gateway poll in another interval than the simulated one. */
export async function setPollInterval(port: number, intervalS: number): Promise<void> {
  const { path } = setDtuConfig;
  const before = JSON.parse((await send(port, path, { headers: login() })).text);
  const code = resultOf(await postData(port, path, { ...before, dtu_pollinterval: intervalS }));
  if (code !== 1001) throw new Error(`the poll interval was not taken: ${JSON.stringify(code)}`);
}

/** From one poll to the next one. */
export const pollPeriodMs = (intervalS: number) => intervalS * 1000 + STRICTLY_MORE_MS;

/** When each poll in the log of a gateway without `quietPolls` started, in milliseconds of `Date.now()`. */
export function pollTimesMs(output: string): readonly number[] {
  return [...output.matchAll(POLL_LINE)].map(([, time = '']) => Date.parse(time));
}

/** How far each poll started from its time: as many intervals after the one before as fit best. */
export function pollsOffBeatMs(timesMs: readonly number[], intervalS: number): readonly number[] {
  const periodMs = pollPeriodMs(intervalS);
  return timesMs.slice(1).map((atMs, index) => {
    const gapMs = atMs - (timesMs[index] ?? atMs);
    return Math.abs(gapMs - Math.max(1, Math.round(gapMs / periodMs)) * periodMs);
  });
}
