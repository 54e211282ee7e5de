import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildStale } from '../tools/builds.mjs';
import { compareRecordings, rowsFor } from './compare.ts';
import { DIFFERENCES } from './differences.ts';
import { masked } from './masks.ts';
import { recordAll } from './record.ts';
import { readRecords } from './records.ts';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));

describe('The answers of the gateway', () => {
  it('are those of release 0.1.0, but for the differences that are meant', { timeout: 300_000 }, async () => {
    expect(await buildStale(), 'it can be built').toBe(true);
    const now = (await recordAll(CHECKOUT)).map((exchange) => ({ ...exchange, answer: masked(exchange) }));
    const { unexplained, unused } = compareRecordings(readRecords(), now, DIFFERENCES);
    const problems = [
      unexplained.length > 0 &&
        `Rows to add to golden/differences.ts, each with its reason:\n${rowsFor(unexplained)}`,
      ...unused.map((row) => `This row of golden/differences.ts matches nothing: ${JSON.stringify(row)}`),
    ].filter((problem) => problem !== false);
    // Thrown, so that the rows can be copied as they are.
    if (problems.length > 0) throw new Error(`See golden/README.md.\n${problems.join('\n')}`);
  });
});
