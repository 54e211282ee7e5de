import { type Figures, ROW_IDS, verdictOf } from './figures.ts';
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
  const held = ROW_IDS.filter((id) => verdictOf(figures.rows[id]) === 'held').length;
  const run = ROW_IDS.filter((id) => verdictOf(figures.rows[id]) !== 'not run').length;
  return [
    '# Proven under load, faults and bad input',
    '',
    '<!-- Made by `npm run test:nightly`. What is to be changed stands in safety/plan. -->',
    '',
    `${held} of ${run} rows that were run hold all of their figures. Machine: ${figures.machine}, everything on one machine, over the loopback interface.`,
    '',
    'Each row is a test in `safety/`. `npm test` carries a short form of each with fixed seeds; `npm run test:nightly`',
    'runs the counts below and makes this page, `npm run test:nightly -- F13 L3` only those rows. A **counter-proof** is the',
    'same measurement with a guard taken out of a copy of the product: it must miss the goal, or the row would prove',
    'nothing. How the tools work is told in [safety/README.md](../safety/README.md).',
    ...CHAPTERS.flatMap(([title, letter]) => chapter(title, letter, figures)),
    '',
    ...foundAndMended(),
    ...leftOut(),
  ].join('\n');
}

function chapter(title: string, letter: string, figures: Figures): string[] {
  const ids = ROW_IDS.filter((id) => id.startsWith(letter));
  return ['', `## ${title}`, '', ...ids.flatMap((id) => rowLines(id, figures.rows[id] ?? []))];
}

function rowLines(id: RowId, records: readonly RowRecord[]): string[] {
  const { title, goal, noCounterProof } = PLAN[id];
  const lines = [`### ${id}: ${title}`, '', `Goal: ${goal}.`, ''];
  if (records.length === 0) return [...lines, 'Not run; the reason stands below.', ''];
  const seeds = [...new Set(records.map(({ seed }) => seed))].join(', ');
  const date = records.at(-1)?.date.slice(0, 10) ?? '';
  return [
    ...lines,
    '| what | figure | goal | |',
    '|---|---|---|---|',
    ...records.map(figureLine),
    '',
    ...(noCounterProof === undefined ? [] : [`No counter-proof: ${noCounterProof}`, '']),
    `Run on ${date}, seed ${seeds}.`,
    '',
  ];
}

function figureLine({ kind, what, without, value, unit, goal, isHeld }: RowRecord): string {
  const figure = `${numberText(value)} ${unit}`.trim();
  if (kind === 'figure') return `| ${cell(what)} | ${figure} | ${goal} | ${isHeld ? 'held' : '**missed**'} |`;
  const verdict = isHeld ? 'missed, as it must be' : '**reached all the same**';
  return `| *without ${cell(without ?? '')}*: ${cell(what)} | ${figure} | ${goal} | ${verdict} |`;
}

function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** A bar would end the cell. */
const cell = (text: string) => text.replaceAll('|', '\\|');

function foundAndMended(): string[] {
  const found = ROW_IDS.flatMap((id) => (PLAN[id].found ?? []).map((sentence) => `- **${id}**: ${sentence}`));
  return found.length === 0 ? [] : ['## Found and mended', '', ...found, ''];
}

function leftOut(): string[] {
  const lines = ROW_IDS.flatMap((id) => {
    const { leftOut: reason } = PLAN[id];
    return reason === undefined ? [] : [`- **${id}**: ${reason}`];
  });
  return lines.length === 0 ? [] : ['## Left out, and why', '', ...lines, ''];
}
