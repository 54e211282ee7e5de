import { createDice } from '@heliograph/testbed/dice.ts';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import type { HomePage } from '../../e2e/pages/home-page.ts';
import { test as base, expect } from '../../e2e/test.ts';
import { openRow, type Row } from '../plan/row.ts';
import { findPlaces, LIVE, type Place, trueAnswers } from '../tools/browser/page-places.ts';
import { passUntil } from '../tools/browser/page-time.ts';
import type { Reply } from '../tools/browser/scripted-device.ts';
import { SCRIPTED, type ScriptedFixtures } from '../tools/browser/scripted-page.ts';
import { mutatedJson } from '../tools/input/mutate-json.ts';
import { NONSENSE, type Nonsense } from '../tools/input/nonsense.ts';

/** B4 in a real page: a gateway that answers anything but sense. */

const test = base.extend<ScriptedFixtures>(SCRIPTED);

test.use({ sharedGateway: true });
test.describe.configure({ timeout: 900_000 });

const NOTHING = { exactly: 0 } as const;
/** The machine may be busy with other things. */
const PATIENTLY = { timeout: 30_000 };
/** What the page says in place of a part, or of all of it, that broke. */
const BROKEN = 'could not be shown';

/** What goes wrong inside of the page: what nobody catches, and what a boundary had to. */
async function watchFailures(page: Page): Promise<string[]> {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.exposeFunction('tellFailure', (text: string) => failures.push(text));
  await page.addInitScript((broken) => {
    const { tellFailure } = window as unknown as { tellFailure: (text: string) => void };
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      if (text.includes(broken)) tellFailure(text.slice(0, 300));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, BROKEN);
  return failures;
}

function chosen<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const dice = createDice(seed);
  const order = items.map((item) => ({ item, at: dice() })).sort((one, other) => one.at - other.at);
  return order.slice(0, count).map(({ item }) => item);
}

const ofAll = (nonsense: Nonsense, texts: ReadonlyMap<string, string>) =>
  new Map([...texts].map(([path, text]): [string, Reply] => [`GET ${path}`, nonsense.of(text)]));

test('@nightly B4: answers to every page and dialog', async ({ page, device }) => {
  const row = openRow('B4');
  const failures = await watchFailures(page);
  const places = await findPlaces(page, device);
  const texts = await trueAnswers(page, device, places);
  const blank: string[] = [];
  const look = async (what: string, { name, open }: Place) => {
    const before = failures.length;
    const { text } = await open();
    if (text === '') blank.push(`${name}: ${what}`);
    if (failures.length > before) failures.push(`... at ${name}: ${what}`);
  };

  const kinds = chosen(NONSENSE, row.scale(2, NONSENSE.length), row.seed);
  for (const nonsense of kinds) {
    device.script(ofAll(nonsense, texts));
    for (const place of places) await look(nonsense.name, place);
  }
  expect.soft(blank).toEqual([]);
  expect.soft(failures).toEqual([]);
  note(row, `${kinds.length} kinds of nonsense`, blank, failures);

  failures.length = 0;
  const asked = [...texts.keys()];
  const mutated = fc.sample(
    fc
      .constantFrom(...asked)
      .chain((path) => fc.tuple(fc.constant(path), mutatedJson(JSON.parse(texts.get(path) ?? '{}')))),
    { seed: row.seed, numRuns: row.scale(15, 500) },
  );
  let looked = 0;
  for (const [path, body] of mutated) {
    device.script(new Map([[`GET ${path}`, { body }]]));
    const place = places.find(({ asks }) => asks.includes(path));
    if (place === undefined) continue;
    await look(`${path} ${body.slice(0, 300)}`, place);
    looked += 1;
  }
  expect.soft(blank).toEqual([]);
  expect.soft(failures).toEqual([]);
  row.figure({
    ...{ what: 'mutated answers that a page or dialog got', value: looked },
    goal: { atLeast: row.scale(15, 500) },
  });
  note(row, 'mutated answers', blank, failures);
});

function note(row: Row, what: string, blank: readonly string[], failures: readonly string[]): void {
  row.figure({ what: `blank pages after ${what}`, value: blank.length, goal: NOTHING });
  row.figure({ what: `failures inside of the page after ${what}`, value: failures.length, goal: NOTHING });
}

/** Brings each message to a live view with good values; names those after which it was blank or did not go on. */
async function lostViews(
  page: Page,
  { device, home }: ScriptedFixtures & { readonly home: HomePage },
  messages: readonly (readonly [name: string, frame: string | Buffer])[],
): Promise<string[]> {
  const good = await device.trueAnswer(LIVE);
  const lost: string[] = [];
  let power = 1000;
  for (const [name, frame] of messages) {
    device.say('/livedata', frame);
    power += 1;
    // Only what comes after the nonsense has this value.
    device.say('/livedata', good.replace(/"Power":\{"v":[\d.]+/g, `"Power":{"v":${power}`));
    const isBack = await home
      .total('Total power')
      .filter({ hasText: power.toLocaleString('en-US') })
      .waitFor(PATIENTLY)
      .then(
        () => true,
        () => false,
      );
    if (!isBack) lost.push(name);
    if ((await page.getByRole('main').innerText()).trim() === '') lost.push(`${name} (blank)`);
  }
  return lost;
}

test('B4: messages at the live view, one after the other', async ({ page, device, home }) => {
  const row = openRow('B4');
  const failures = await watchFailures(page);
  const good = await device.trueAnswer(LIVE);
  device.say('/livedata', good);
  await home.openWithValues();
  const kinds = chosen(NONSENSE, row.scale(8, NONSENSE.length), row.seed + 1);
  const messages = kinds.map(({ name, of }) => [name, of(good).body] as const);
  const mutated = fc
    .sample(mutatedJson(JSON.parse(good)), { seed: row.seed, numRuns: row.scale(10, 300) })
    .map((frame) => [frame.slice(0, 300), frame] as const);
  const lost = await lostViews(page, { device, home }, [...messages, ...mutated]);
  expect.soft(lost).toEqual([]);
  expect.soft(failures).toEqual([]);
  row.figure({ what: 'live views that do not go on after nonsense', value: lost.length, goal: NOTHING });
  row.figure({ what: 'failures inside of the live view', value: failures.length, goal: NOTHING });
});

test('@nightly B4: without what reads messages, one is enough', async ({ page, device, home }) => {
  const row = openRow('B4');
  const failures = await watchFailures(page);
  device.setEdit({ find: /Array\.isArray\(\w+\.inverters\)/g, replace: '!0' });
  device.say('/livedata', await device.trueAnswer(LIVE));
  await home.openWithValues();
  expect(device.edits()).toBe(2); // in the readers of whole documents and of lean ones
  await lostViews(page, { device, home }, [['{}', '{}']]);
  row.counterProof({
    ...{ what: 'failures inside of the live view', without: 'the check for a list of inverters' },
    ...{ value: failures.length, goal: NOTHING },
  });
});

test('@nightly B4: without the guards of its values, parts of the page break', async ({
  page,
  device,
  home,
}) => {
  const row = openRow('B4');
  const failures = await watchFailures(page);
  device.setEdit({ find: /Math\.min\([A-Za-z_$]\w*,(?=Math\.max\(0,)/g, replace: 'Math.max(9,' });
  const good = await device.trueAnswer(LIVE);
  device.say('/livedata', good.replace(/"d":\d+/g, '"d":1e9'));
  await home.open();
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect.poll(() => failures.length, PATIENTLY).toBeGreaterThan(0);
  row.counterProof({
    ...{ what: 'failures inside of the page', without: 'the bounds of decimals' },
    ...{ value: failures.length, goal: NOTHING },
  });
});

test('@nightly B4: frames at the console', async ({ page, device, consolePage }) => {
  const row = openRow('B4');
  const failures = await watchFailures(page);
  const lost: string[] = [];
  await page.goto('/info/console');
  await expect(consolePage.link).toContainText('Connected');
  const truth = await device.trueAnswer(LIVE);
  let count = 0;
  for (const { name, of } of chosen(NONSENSE, row.scale(5, NONSENSE.length), row.seed + 2)) {
    count += 1;
    device.say('/console', of(truth).body);
    device.say('/console', `\r\nstill here ${count}.\r\n`);
    const isBack = await consolePage.log
      .getByText(`still here ${count}.`)
      .waitFor(PATIENTLY)
      .then(
        () => true,
        () => false,
      );
    if (!isBack) lost.push(name);
  }
  expect.soft(lost).toEqual([]);
  expect.soft(failures).toEqual([]);
  row.figure({ what: 'consoles that do not go on after nonsense', value: lost.length, goal: NOTHING });
  row.figure({ what: 'failures inside of the console', value: failures.length, goal: NOTHING });
});

test('@nightly B4: the last good values stay, and are marked', async ({ page, device, home, bar }) => {
  const row = openRow('B4');
  const failures = await watchFailures(page);
  const good = await device.trueAnswer(LIVE);
  await page.clock.install();
  device.say('/livedata', good);
  await home.openWithValues();
  const power = await home.total('Total power').innerText();
  const unmarked: string[] = [];
  const kinds = ['null', 'HTML as JSON', 'cut in half', '5 MB', 'bytes'];
  for (const nonsense of NONSENSE.filter(({ name }) => kinds.includes(name)).slice(0, row.scale(2, 5))) {
    const reply = nonsense.of(good);
    device.script(new Map([[`GET ${LIVE}`, reply]]));
    device.say('/livedata', reply.body);
    await passUntil(page, 60, async () => {
      device.say('/livedata', reply.body);
      return (await page.getByText(/^No new values for/).count()) > 0;
    });
    const isMarked =
      (await home.tabs.filter({ hasText: 'Out of date' }).count()) === (await home.tabs.count());
    const isKept = (await home.total('Total power').innerText()) === power;
    if (!isMarked || !isKept) unmarked.push(`${nonsense.name}: marked ${isMarked}, kept ${isKept}`);
    device.script(new Map());
    device.say('/livedata', good);
    await passUntil(page, 60, async () => (await bar.link.innerText()) === 'Live');
    await expect(page.getByText(/^No new values for/)).toHaveCount(0);
  }
  expect.soft(unmarked).toEqual([]);
  expect.soft(failures).toEqual([]);
  row.figure({ what: 'last good values lost or not marked', value: unmarked.length, goal: NOTHING });
});
