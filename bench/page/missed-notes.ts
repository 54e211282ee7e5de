/** Why a goal is missed and what would close it; by what begins the name of the figure. Shown only where it is missed. */
const NOTES: Readonly<Record<string, string>> = {
  'first live value, cold':
    'First live value, cold: what takes long is to carry React and the interface over the line and to run them. Two ways were tried with 4 inverters, in a run of four rounds. A small script that comes first, and asks for values and texts while the interface is on its way, took off 7 %. If it also draws the three totals by itself, until the interface takes over, the first value comes after 1.6 times the plain page; but cached it then takes 1.5 times instead of 1.3. The whole web app would grow by 3.2 kB and 4.2 kB, and only 0.3 kB are left below its limit of 160 kB. The second way also draws the totals in two places. So both were left out.',
  'first live value, cached':
    'First live value, cached: the gateway build is at the edge of the goal. The device build names its files without a hash, so the browser asks for each of them whether it is still good; with a hash in the names it would not.',
  'main thread for a push':
    'Main thread for a push: with each message React goes through the whole view, where the plain page changes only the texts that are different. Not tried: to write values into the page past React. That should close it, but then what stands on the screen has two owners.',
  'limit dialog':
    'Limit dialog: it is made anew each time it opens, with its form and its checks, where the plain page shows what it has. Not tried: to keep it in the page once it was open. Then what was typed and told before has to be cleared by hand.',
};

/** The notes on these figures, each once. */
export function missedNotes(missed: readonly string[]): readonly string[] {
  return Object.entries(NOTES)
    .filter(([beginning]) => missed.some((what) => what.startsWith(beginning)))
    .map(([, note]) => note);
}
