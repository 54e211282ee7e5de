import { getPlantDay, type PlantDay } from '@heliograph/contract';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import { type Answers, type Asked, useAnswers } from './use-answers.ts';

const DAY = { today: '2026-06-22', now: 1, timezone: 'UTC0' };
const MINUTE_MS = 60_000;

/** What the part under test knows, and the calls that wait for their answer. */
function createPart() {
  const seen: Answers<PlantDay>[] = [];
  const waiting: { readonly path: string; readonly answer: (status?: number) => Promise<void> }[] = [];
  function Part({ dates, repeatMs }: { readonly dates?: readonly string[]; readonly repeatMs?: number }) {
    const questions: readonly Asked[] | undefined = dates?.map((date) => ({ date }));
    seen.push(useAnswers<PlantDay>(getPlantDay, questions, repeatMs));
    return null;
  }
  const fetch = (path: string) =>
    new Promise<Response>((resolve) => {
      const date = new URL(path, 'http://gateway').searchParams.get('date');
      const body = JSON.stringify({ date, ...DAY });
      const headers = { 'content-type': 'application/json' };
      waiting.push({
        path,
        answer: (status = 200) => act(async () => resolve(new Response(body, { status, headers }))),
      });
    });
  const now = () => seen.at(-1);
  const datesOf = (answers: readonly PlantDay[] | undefined) => answers?.map(({ date }) => date);
  return { Part, fetch, waiting, now, datesOf };
}

it('has all answers to several questions, or none', async () => {
  const { Part, fetch, waiting, now, datesOf } = createPart();
  await renderPart(<Part dates={['2026-06-20', '2026-06-21']} />, { fetch });
  expect(waiting).toHaveLength(2);
  await waiting[1]?.answer();
  expect(now()?.answers).toBeUndefined();
  await waiting[0]?.answer();
  expect(datesOf(now()?.answers)).toEqual(['2026-06-20', '2026-06-21']);
});

it('never takes answers to other questions for answers to these', async () => {
  const { Part, fetch, waiting, now, datesOf } = createPart();
  const { change } = await renderPart(<Part dates={['2026-06-20']} />, { fetch });
  await waiting[0]?.answer();
  await change(<Part dates={['2026-06-21']} />);
  expect(now()?.answers).toBeUndefined();
  expect(datesOf(now()?.before)).toEqual(['2026-06-20']);
  await change(<Part dates={['2026-06-22']} />);
  await waiting[1]?.answer(); // too late
  expect(now()?.answers).toBeUndefined();
  await waiting[2]?.answer();
  expect(datesOf(now()?.answers)).toEqual(['2026-06-22']);
  expect(now()?.before).toBeUndefined();
});

it('asks nothing while there is no question, and nothing twice for the same one', async () => {
  const { Part, fetch, waiting } = createPart();
  const { change } = await renderPart(<Part />, { fetch });
  expect(waiting).toHaveLength(0);
  await change(<Part dates={['2026-06-20']} />);
  await change(<Part dates={['2026-06-20']} />);
  expect(waiting).toHaveLength(1);
});

it('asks again only where that is wanted, and keeps what it has when that fails', async () => {
  const { Part, fetch, waiting, now, datesOf } = createPart();
  const { advance } = await renderPart(<Part dates={['2026-06-20']} repeatMs={MINUTE_MS} />, { fetch });
  await waiting[0]?.answer();
  await advance(MINUTE_MS);
  expect(waiting).toHaveLength(2);
  await waiting[1]?.answer(500);
  expect(datesOf(now()?.answers)).toEqual(['2026-06-20']);
  expect(now()?.failure).toMatchObject({ kind: expect.any(String) });

  const once = createPart();
  const other = await renderPart(<once.Part dates={['2026-06-20']} />, { fetch: once.fetch });
  await once.waiting[0]?.answer();
  await other.advance(10 * MINUTE_MS);
  expect(once.waiting).toHaveLength(1);
});
