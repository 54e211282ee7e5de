import { type Figures, ROW_IDS, type RowFigures, verdictOf } from './figures.ts';
import { numberText } from './goal.ts';
import type { RowRecord } from './row.ts';
import { PLAN, type RowId } from './rows.ts';

/** `docs/safety.md`: the plan, what was measured for it, and what came of that. */

const CHAPTERS: readonly (readonly [title: string, letter: string])[] = [
  ['Load', 'L'],
  ['Faults survived', 'F'],
  ['Bad input', 'B'],
  ['Access', 'A'],
];

export function safetyPage(figures: Figures): string {
  return [
    '# Proven under load, faults and bad input',
    '',
    '<!-- Made by `npm run test:nightly`. What is to be changed stands in safety/plan. -->',
    '',
    'Each row is a way in which products of this kind fail, with a test in `safety/`. `npm test` carries a short form of',
    'most with fixed seeds; `npm run test:nightly` runs the counts below and makes this page, `-- F13 L3` only those rows.',
    'A **counter-proof** is the same measurement with a guard switched off in a build for tests: it must miss the goal,',
    'or the row would prove nothing. Everything runs on one machine, over its loopback interface. How the tools work is',
    'told in [safety/README.md](../safety/README.md). What must hold whatever happens (the process lives, the event loop',
    'answers, no secret leaves) is measured in the rows that name it, not after every fault of every row.',
    '',
    ...overview(figures),
    ...CHAPTERS.flatMap(([title, letter]) => chapter(title, letter, figures)),
    '',
  ].join('\n');
}

function overview(figures: Figures): string[] {
  const count = (text: string) => ROW_IDS.filter((id) => verdictOf(id, figures) === text).length;
  const others = ROW_IDS.length - count('holds') - count('not run, with a reason');
  return [
    `Of ${ROW_IDS.length} rows ${count('holds')} hold, ${count('not run, with a reason')} are not run for a reason that is given, and ${others} do not hold.`,
    '',
    '| row | what | figures | counter-proofs | run on | verdict |',
    '|---|---|---|---|---|---|',
    ...ROW_IDS.map((id) => {
      const records = figures[id]?.records ?? [];
      const verdict = verdictOf(id, figures);
      const number = (kind: string) => records.filter((record) => record.kind === kind).length;
      const cells = [`[${id}](#${anchorOf(id)})`, cell(PLAN[id].title), number('figure')];
      const shown = verdict === 'holds' ? verdict : `**${verdict}**`;
      return `| ${[...cells, number('counter-proof'), dateOf(records), shown].join(' | ')} |`;
    }),
  ];
}

/** As code hosts make them of headings. */
const anchorOf = (id: RowId) =>
  `${id}: ${PLAN[id].title}`
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const dateOf = (records: readonly RowRecord[]) => records.at(-1)?.date.slice(0, 10) ?? '';

function chapter(title: string, letter: string, figures: Figures): string[] {
  const ids = ROW_IDS.filter((id) => id.startsWith(letter));
  return ['', `## ${title}`, '', ...ids.flatMap((id) => rowLines(id, figures[id]))];
}

function rowLines(id: RowId, figures: RowFigures | undefined): string[] {
  const { title, goal, noCounterProof, leftOut, notRun, found = [] } = PLAN[id];
  return [
    `### ${id}: ${title}`,
    '',
    `Goal: ${goal}.`,
    '',
    ...(notRun === undefined ? [] : [`Not run: ${notRun}`, '']),
    ...(figures === undefined ? [] : tableLines(figures)),
    ...(leftOut === undefined ? [] : [`Left out: ${leftOut}`, '']),
    ...(noCounterProof === undefined ? [] : [`No counter-proof: ${noCounterProof}`, '']),
    ...(found.length === 0 ? [] : ['Found and mended:', '', ...found.map((text) => `- ${text}`), '']),
  ];
}

function tableLines({ machine, records }: RowFigures): string[] {
  const seeds = [...new Set(records.flatMap(({ seed }) => (seed === null ? [] : [seed])))];
  const random = seeds.length === 0 ? '' : `, ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`;
  return [
    '| what | figure | goal | |',
    '|---|---|---|---|',
    ...records.map(recordLine),
    '',
    `Run on ${dateOf(records)}, ${machine}${random}.`,
    '',
  ];
}

function recordLine({ kind, what, without = '', value, unit, goal, isHeld }: RowRecord): string {
  if (kind === 'not run') return `| ${cell(what)} | | | **not run**: ${cell(without)} |`;
  const figure = value === null ? 'not measured' : `${numberText(value)} ${unit}`.trim();
  if (kind === 'figure') return `| ${cell(what)} | ${figure} | ${goal} | ${isHeld ? 'held' : '**missed**'} |`;
  const verdict = isHeld ? 'missed, as it must be' : '**reached all the same**';
  return `| *without ${cell(without)}*: ${cell(what)} | ${figure} | ${goal} | ${verdict} |`;
}

/** A bar or a line break would end the cell. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
