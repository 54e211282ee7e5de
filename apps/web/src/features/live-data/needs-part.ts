import type { ReceivedLiveData } from '@heliograph/contract';

/** Whether there is anything that `plant-part.tsx` says: hints, what could not be read, something of devices, or what to do without inverters. */
export function needsPart(live: ReceivedLiveData): boolean {
  const { inverters, sources, hints } = live;
  return (
    inverters.length === 0 ||
    sources.length > 0 ||
    live.refusedInverters > 0 ||
    live.refusedTotal ||
    live.refusedHints ||
    hints.hasDefaultPassword ||
    hints.isClockUnset ||
    hints.hasRadioProblem ||
    hints.storageProblem !== undefined
  );
}
