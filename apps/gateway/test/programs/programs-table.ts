import { API_GENERATIONS, type ApiGenerations } from '@heliograph/contract';
import { EXPECTED, type Outcome } from './expected.ts';
import type { Program } from './program.ts';
import { PROGRAMS, type ProgramName } from './programs.ts';

/** The lines of the table for people: what each program can do with each setting. */
export function programsTable(): readonly string[] {
  return [
    `| program | ${API_GENERATIONS.join(' | ')} |`,
    `|---|${API_GENERATIONS.map(() => '---|').join('')}`,
    ...Object.entries(PROGRAMS).map(([name, { title }]) => {
      const cells = API_GENERATIONS.map((generations) => cell(name as ProgramName, generations));
      return `| ${title} | ${cells.join(' | ')} |`;
    }),
  ];
}

function cell(name: ProgramName, generations: ApiGenerations): string {
  const deeds = Object.entries<Readonly<Record<ApiGenerations, Outcome>>>(EXPECTED[name]);
  const { first = '' }: Program = PROGRAMS[name];
  const done = deeds.filter(([, outcomes]) => outcomes[generations] === 'works').map(([deed]) => deed);
  const left = deeds.map(([deed]) => deed).filter((deed) => !done.includes(deed));
  if (left.length === 0) return 'works';
  if (done.length === 0 || left.includes(first)) return 'nothing';
  return left.length <= done.length ? `all but: ${left.join('; ')}` : `only: ${done.join('; ')}`;
}
