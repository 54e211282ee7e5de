import { API_GENERATIONS } from '@heliograph/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXPECTED, type Outcome } from './expected.ts';
import { Lack, type Program, type Reached } from './program.ts';
import { PROGRAMS } from './programs.ts';
import { type ReachedGateway, startFor } from './reach-gateway.ts';

async function outcomeOf(deed: (gateway: Reached) => Promise<void>, gateway: Reached): Promise<Outcome> {
  try {
    await deed(gateway);
    return 'works';
  } catch (error) {
    if (error instanceof Lack) return `no ${error.message}`;
    throw error;
  }
}

/** As `EXPECTED`, by any name. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Outcome>>>>>> = EXPECTED;

describe.each(API_GENERATIONS)('programs that find the API %s', (generations) => {
  let gateway: ReachedGateway;
  beforeAll(async () => {
    gateway = await startFor(generations);
    return gateway.dispose;
  });
  afterEach(() => gateway.closeSockets());

  for (const [name, program] of Object.entries<Program>(PROGRAMS)) {
    it.each(Object.entries(program.does))(`${program.title}: %s`, async (what, deed) => {
      expect(await outcomeOf(deed, gateway)).toBe(TABLE[name]?.[what]?.[generations]);
    });
  }
});
