/** Notes by what begins the name of a figure. */
type Notes = Readonly<Record<string, string>>;

/** Why a goal is missed and what would close it. Shown only where it is missed. */
const MISSED: Notes = {
  'first live value, cold':
    'First live value, cold: the gateway build has its values and its styles in the page; what is left is to style, lay out and paint it on a slow processor, and the fonts that this asks for. The page by hand does part of that while it waits for its values. The device build has to bring React and the interface over the line first, and to run them.',
  'first live value, cached':
    'First live value, cached: as above; the page is made anew for each visit, so that it is never old, and comes over the line each time.',
  'a click on a tab works':
    'A click on a tab works: until the app listens, the page of the other inverter is fetched, so this is a round trip and a page more than the first value.',
  'main thread for a push':
    'Main thread for a push: what stays as it is is passed over, but React still looks at each value and at what stands around it, where the plain page goes from value to text. Nearly half of the difference is laying out: our page has a fifth more to lay out. Not tried: to write values into the page past React. That should close it, but then what stands on the screen has two owners.',
  'limit dialog':
    'Limit dialog: it is made anew each time it opens, with its form and its checks, where the plain page shows what it has; and as it opens the browser styles all of the page again, of which we have more. Not tried: to keep it in the page once it was open. Then what was typed and told before has to be cleared by hand.',
};

/** Why there is no goal, for figures that look as if they needed one. */
const WITHOUT_GOAL: Notes = {
  'limit dialog, first time':
    'Limit dialog, first time: the code of the dialogs comes over the slow line then, where the plain page has had its own from the start. Who only looks never waits for that code. The row below it is what a dialog costs from then on, and has the goal.',
  'main thread between pushes':
    'Main thread between pushes: what counting the age of the data costs, once a second on both pages, and on ours a look every ten seconds what season it is. What has a goal is how often timers come.',
};

/** The notes on figures that have missed their goal, each once. */
export const missedNotes = (missed: readonly string[]) => notesOn(missed, MISSED);

/** The notes on figures that have no goal, each once. */
export const notesWithoutGoal = (figures: readonly string[]) => notesOn(figures, WITHOUT_GOAL);

function notesOn(figures: readonly string[], notes: Notes): readonly string[] {
  return Object.entries(notes)
    .filter(([beginning]) => figures.some((what) => what.startsWith(beginning)))
    .map(([, note]) => note);
}
