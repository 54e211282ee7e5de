/** Why a goal is missed and what would close it; by what begins the name of the figure. Shown only where it is missed. */
const NOTES: Readonly<Record<string, string>> = {};

/** The notes on these figures, each once. */
export function missedNotes(missed: readonly string[]): readonly string[] {
  return Object.entries(NOTES)
    .filter(([beginning]) => missed.some((what) => what.startsWith(beginning)))
    .map(([, note]) => note);
}
