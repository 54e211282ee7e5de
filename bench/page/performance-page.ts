import type { BenchFigure, BenchRun, BenchRuns } from './bench-figures.ts';
import { missedNotes, notesWithoutGoal } from './figure-notes.ts';

/** `docs/performance.md`: what the last run of each bench has measured. */

interface Chapter {
  /** The bench: its file's name, without what all end with. */
  readonly bench: string;
  readonly title: string;
  readonly about: string;
}

const CHAPTERS: readonly Chapter[] = [
  {
    bench: 'web',
    title: 'The web app',
    about:
      'In a browser on a processor slowed down four times, behind a line as of an original device: 150 kB/s for everything together, 30 ms round trip, a new connection for each answer. How it is measured is told in [bench/web](../bench/web/README.md). The **page by hand** shows the same with no library and in one language: one file, which asks for the values before anything else and has all inverters in its DOM. It is what the others are held against; only ratios of one run mean something. The **plain page** does the same in three files, under the content policy of the product, and draws one inverter at a time, as we do. The **gateway build** is what the gateway serves, with the values in the page; the **device build** what goes into the flash of a device.',
  },
  {
    bench: 'first-page',
    title: 'Rendering the first page',
    about:
      'The live view with its values, as the gateway makes it for a browser that has never been there: at most once a second for the same reader. Wanted: at most 5 ms for ten inverters. For comparison, and no floor: `JSON.stringify` of the data in it.',
  },
  {
    bench: 'chart',
    title: 'The chart of a day',
    about:
      'A day of history as its page shows it, beside a page with nothing but uPlot that shows the same curve of the same gateway in the same size. A step is one move of the pointer while what is enlarged is dragged to and fro: processor time of the main thread, with all that the browser does for a picture of the screen. Wanted besides: another day on screen within 300 ms of the click, on a processor slowed down four times.',
  },
  {
    bench: 'console-page',
    title: 'The console page',
    about:
      'The page of the console at 500 lines a second for a minute, on a processor slowed down four times.',
  },
  {
    bench: 'start',
    title: 'The start of the gateway',
    about: 'From the start of the process until it listens. The floor is Node that does nothing.',
  },
  {
    bench: 'farm',
    title: 'Many devices',
    about:
      'Twenty original devices with ten inverters each, all sources of one gateway, and a browser on its home page. The devices are simulated, in one other process. Wanted: live within 3 s, at most 30 % of a core and 160 MB, one message a second of each device, at most 8 kB a second for the browser. The floor is a process that opens the same sockets and parses what comes.',
  },
  {
    bench: 'history',
    title: 'History',
    about:
      'Fifty inverters with four strings, heard every five seconds for twelve hours a day, kept for ten years. The years before are written into the file directly, the last 97 days as the recorder does it, seven of them with every reading. Wanted: at most 1.5 GB, 30 MB for a day of readings, 5 % of a core, one write a minute, 20 ms for a day of a string and 100 ms for a year of the plant.',
  },
  {
    bench: 'recorder',
    title: 'Live values while history is recorded',
    about:
      'Two gateways side by side, each with two hundred inverters of twenty devices that are heard every second, asked in turns for the values of an inverter. One records, the other has no history. Wanted: 99 of 100 answers at most 1.2 times as late.',
  },
  {
    bench: 'memory',
    title: 'Memory',
    about: 'What ten hours of work add, with ten inverters, four clients and a guest each minute.',
  },
  {
    bench: 'live-data-build',
    title: 'Making live data',
    about:
      'One message, built and printed as the device does. For comparison, and no floor, since less is possible: `JSON.stringify` of the same data, which are built already.',
  },
  {
    bench: 'broadcast',
    title: 'Pushing live data',
    about:
      'From a change in the fleet until the last client has it. The floor is a bare `ws` server that sends the same bytes.',
  },
  {
    bench: 'console',
    title: 'A busy log',
    about: 'Lines of the log, until the last of four clients has them. The floor is a bare `ws` server.',
  },
  {
    bench: 'hops',
    title: 'Hops of a radio chip',
    about:
      'How late a thread changes the RF channel every 4 ms while the main thread works without a pause. The floor is the same beside a main thread that rests; more than 500 us loses packets.',
  },
  {
    bench: 'decode',
    title: 'Decoding',
    about: 'An answer of an inverter with four strings. The floor is a loop that reads the same bytes.',
  },
];

export function performancePage(runs: BenchRuns): string {
  return [
    '# Performance',
    '',
    '<!-- Made by `npm run bench`. What is to be changed stands in bench/. -->',
    '',
    'What the product costs, measured. `npm run bench` runs every bench, one after the other, and makes this page;',
    '`npm run bench -- web` only those whose name contains this word. No test depends on these times. A figure without its',
    'floor says little, since machines differ: most stand beside that of the least that could do the same, measured in',
    'turns with it.',
    '',
    ...CHAPTERS.flatMap((chapter) => chapterLines(chapter, runs[chapter.bench])),
    ...notMeasured(runs),
  ].join('\n');
}

function notMeasured(runs: BenchRuns): string[] {
  const titles = CHAPTERS.filter(({ bench }) => runs[bench] === undefined).map(({ title }) =>
    title.toLowerCase(),
  );
  return titles.length === 0 ? [] : [`Not measured yet: ${titles.join(', ')}.`, ''];
}

function chapterLines({ bench, title, about }: Chapter, run: BenchRun | undefined): string[] {
  if (run === undefined) return [];
  const { date, machine, figures, commit } = run;
  const when = date.slice(0, 10) + (commit === undefined ? '' : ` at commit ${commit}`);
  const others = run.with === undefined ? '' : `, ${run.with}`;
  return [
    `## ${title}`,
    '',
    about,
    '',
    ...(figures.some(({ subject }) => subject !== undefined) ? comparison(figures) : plainTable(figures)),
    '',
    `[${bench}.bench.ts](../bench/${bench}.bench.ts), run on ${when}, ${machine}${others}.`,
    '',
  ];
}

function plainTable(figures: readonly BenchFigure[]): string[] {
  return [
    '| what | figure |',
    '|---|---|',
    ...figures.map(({ what, value, unit }) => `| ${what} | ${withUnit(value, unit)} |`),
  ];
}

/** One column for each subject; the first is what the others are held against. */
function comparison(figures: readonly BenchFigure[]): string[] {
  const subjects = [...new Set(figures.map(({ subject = '' }) => subject))];
  const rows = [...new Set(figures.map(({ what }) => what))].map((what) =>
    figures.filter((figure) => figure.what === what),
  );
  const namesOf = (some: typeof rows) => some.map(([first]) => first?.what ?? '');
  const missed = missedNotes(namesOf(rows.filter((row) => hasMissed(row))));
  const withoutGoal = notesWithoutGoal(
    namesOf(rows.filter((row) => row.every(({ goal }) => goal === undefined))),
  );
  return [
    `| what | ${subjects.join(' | ')} | goal |`,
    `|---|${'---|'.repeat(subjects.length)}---|`,
    ...rows.map((row) => comparisonLine(row, subjects)),
    ...listOf('Missed, and what would close it', missed),
    ...listOf('Without a goal', withoutGoal),
  ];
}

function listOf(title: string, notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', `**${title}**`, '', ...notes.map((note) => `- ${note}`)];
}

function comparisonLine(row: readonly BenchFigure[], subjects: readonly string[]): string {
  const [base] = row;
  const goal = row.find((figure) => figure.goal !== undefined)?.goal;
  const cells = subjects.map((name) => {
    const figure = row.find(({ subject }) => subject === name);
    if (figure === undefined || base === undefined) return '';
    const text = withUnit(figure.value, figure.unit);
    if (figure === base || base.value === 0) return text;
    const ratio = `${ratioText(figure, base)} x`;
    return `${text}, ${isOver(figure, base) ? `**${ratio}**` : ratio}`;
  });
  const verdict = goal === undefined ? '' : `at most ${goal} x: ${hasMissed(row) ? '**missed**' : 'held'}`;
  return `| ${base?.what ?? ''} | ${cells.join(' | ')} | ${verdict} |`;
}

/** Shown and judged with the same two decimals. */
const ratioText = (figure: BenchFigure, base: BenchFigure) => (figure.value / base.value).toFixed(2);

const isOver = (figure: BenchFigure, base: BenchFigure) =>
  figure.goal !== undefined && Number(ratioText(figure, base)) > figure.goal;

function hasMissed([base, ...others]: readonly BenchFigure[]): boolean {
  return base !== undefined && others.some((figure) => isOver(figure, base));
}

function withUnit(value: number, unit: string): string {
  return `${numberText(value)} ${unit}`.trim();
}

/** Three digits, as many as a bench is good for. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
