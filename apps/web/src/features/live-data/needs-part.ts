import type { ReceivedLiveData } from '@heliograph/contract';

/** Whether there is anything that `plant-part.tsx` says: hints other than that of the password, something of devices, or what to do without inverters. */
export function needsPart({ inverters, sources, hints }: ReceivedLiveData): boolean {
  return (
    inverters.length === 0 ||
    sources.length > 0 ||
    hints.isClockUnset ||
    hints.hasRadioProblem ||
    hints.storageProblem !== undefined
  );
}
