import type { Page } from '@playwright/test';
import { test as base, expect } from '../../e2e/test.ts';
import { IS_NIGHTLY } from '../plan/lane.ts';
import { openRow } from '../plan/row.ts';
import { findPlaces, LIVE, type Place, trueAnswers } from '../tools/browser/page-places.ts';
import { SCRIPT_PAYLOADS, shuffledPayloads } from '../tools/browser/script-payloads.ts';
import { type PageLook, type ScriptWatch, watchScripts } from '../tools/browser/script-watch.ts';
import type { Policy, Reply, ScriptedDevice } from '../tools/browser/scripted-device.ts';
import { SCRIPTED, type ScriptedFixtures, visit } from '../tools/browser/scripted-page.ts';
import { fillSinks, type Sink } from '../tools/browser/text-sinks.ts';
import { NOTHING, noteScripts } from './note-scripts.ts';

/**
 * B10 in a real page: texts that are scripts, in every answer of the gateway. What else it says is in
 * `payloads-in-words.spec.ts`, addresses are in `way-back.spec.ts`.
 */

const test = base.extend<ScriptedFixtures>(SCRIPTED);

test.use({ sharedGateway: true });
test.describe.configure({ timeout: 1_500_000 });

const WITHOUT_SCRIPT = 'plain';

/** Answers that a gateway has only where somebody set something up. */
const MORE_ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/heliograph/update-source': { repository: 'owner/name' },
  '/api/config/get': [{ name: 'board', nrf24: { clk: 18, cs: 5, en: 4, irq: 16, miso: 19, mosi: 23 } }],
  '/zones.json': { 'Europe/Berlin': 'CET-1CEST,M3.5.0,M10.5.0/3', 'Etc/UTC': 'UTC0' },
};

interface Filled {
  readonly sinks: readonly Sink[];
  readonly replies: ReadonlyMap<string, Reply>;
}

/** All answers, each of whose texts is one that `payloadFor` chose, made unmistakable by its number. */
function fillAll(answers: ReadonlyMap<string, string>, payloadFor: (index: number) => string): Filled {
  const replies = new Map<string, Reply>();
  const sinks: Sink[] = [];
  let count = 0;
  for (const [path, text] of answers) {
    const filled = fillSinks(`GET ${path}`, text, () => `${payloadFor(count)} ~${count++}~`);
    replies.set(`GET ${path}`, { body: filled.body });
    sinks.push(...filled.sinks);
  }
  return { sinks, replies };
}

/** One place after the other with the same answers. */
async function lookAround(
  watch: ScriptWatch,
  device: ScriptedDevice,
  places: readonly Place[],
  { replies, sinks }: Filled,
  expected?: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, PageLook>> {
  device.script(replies);
  device.say('/livedata', replies.get(`GET ${LIVE}`)?.body ?? '');
  const looks = new Map<string, PageLook>();
  for (const { name, open } of places) {
    await open(async () => {
      const texts = sinks.map(({ text }) => text);
      looks.set(name, await watch.look(texts, expected?.get(name)));
    });
  }
  return looks;
}

const liveView = (page: Page): Place => ({
  name: '/',
  asks: [LIVE],
  async open(look) {
    const shown = await visit(page, '/');
    await look?.();
    return shown;
  },
});

/** The compare API of the code host is asked for newer versions. */
async function answerCompare(page: Page, html_url: () => string): Promise<void> {
  await page.route('https://api.github.com/**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { total_commits: 3, html_url: html_url() },
    }),
  );
}

/** Reporting hinders a script no more than nothing does; a night tries both. */
const MODES: readonly Policy[] = IS_NIGHTLY ? ['reported', 'none'] : ['reported'];

for (const mode of MODES) {
  test(`@nightly B10: payloads in every text of every answer, policy ${mode}`, async ({ page, device }) => {
    const row = openRow('B10');
    const payloads = shuffledPayloads(row.seed);
    let round = 0;
    device.setPolicy(mode);
    const watch = await watchScripts(page);
    await answerCompare(page, () => payloads[round % payloads.length] ?? '');
    const places = [...(await findPlaces(page, device)), liveView(page)];
    const answers = new Map(await trueAnswers(page, device, places));
    for (const [path, more] of Object.entries(MORE_ANSWERS)) answers.set(path, JSON.stringify(more));

    const plain = await lookAround(
      watch,
      device,
      places,
      fillAll(answers, () => WITHOUT_SCRIPT),
    );
    const shownAt = new Map([...plain].map(([name, { shown }]) => [name, shown]));
    expect(shownAt.get('/')).not.toEqual([]);
    const missing: string[] = [];
    const rounds = row.scale(1, payloads.length);
    let sinkCount = 0;
    const used = new Set<string>();
    for (round = 0; round < rounds; round++) {
      const filled = fillAll(answers, (index) => {
        const payload = payloads[(index + round) % payloads.length] ?? '';
        used.add(payload);
        return payload;
      });
      sinkCount = filled.sinks.length;
      const looks = await lookAround(watch, device, places, filled, shownAt);
      for (const [name, indices] of shownAt) {
        const lost = indices.filter((index) => !looks.get(name)?.shown.includes(index));
        missing.push(
          ...lost.map((index) => `${name}: ${JSON.stringify(filled.sinks[index])?.slice(0, 200)}`),
        );
      }
    }
    expect.soft(missing).toEqual([]);
    const shownCount = new Set([...shownAt.values()].flat()).size;
    row.figure({ what: `payloads, policy ${mode}`, value: used.size, goal: { atLeast: 45 } });
    row.figure({
      what: `texts of answers that take payloads, policy ${mode}`,
      value: sinkCount,
      goal: { atLeast: 31 },
    });
    row.figure({
      what: `of those that the page shows, policy ${mode}`,
      value: shownCount,
      goal: { atLeast: 31 },
    });
    row.figure({
      what: `payloads not shown as they are, policy ${mode}`,
      value: missing.length,
      goal: NOTHING,
    });
    noteScripts(row, watch, mode);
  });
}

/** Where the payload must be seen; the event log goes by it without a word. */
const ALL_SHOW = new Map(
  ['/', '/settings/inverter', '/info/ntp'].map((name): [string, readonly number[]] => [name, [0]]),
);

/** Where the serial of the first inverter, or the name of a zone, leads to something. */
const WITH_NAMES = ['/', '/settings/inverter', '/settings/ntp', '/info/ntp', 'Device info', 'Event log'];

test('@nightly B10: payloads as serials and as names of zones', async ({ page, device }) => {
  const row = openRow('B10');
  const payloads = shuffledPayloads(row.seed + 3).slice(0, row.scale(2, SCRIPT_PAYLOADS.length));
  device.setPolicy('none');
  const watch = await watchScripts(page);
  const places = [...(await findPlaces(page, device)), liveView(page)].filter(({ name }) =>
    WITH_NAMES.includes(name),
  );
  const answers = await trueAnswers(page, device, places);
  const [serial = ''] = /"\d{12}"/.exec(answers.get(LIVE) ?? (await device.trueAnswer(LIVE))) ?? [];
  const missing: string[] = [];
  for (const text of payloads) {
    const name = JSON.stringify(text);
    const replies = new Map<string, Reply>([['GET /zones.json', { body: `{${name}:"UTC0"}` }]]);
    for (const [path, answer] of new Map([...answers, [LIVE, await device.trueAnswer(LIVE)]])) {
      if (path === '/zones.json') continue;
      const body = answer.replaceAll(serial, () => name).replaceAll('"Europe/Berlin"', () => name);
      replies.set(`GET ${path}`, { body: body.replace(/"ntp_timezone":"[^"]*"/, '"ntp_timezone":"UTC0"') });
    }
    const looks = await lookAround(
      watch,
      device,
      places,
      { replies, sinks: [{ name: 'name', text }] },
      ALL_SHOW,
    );
    for (const { name: place } of places) {
      const isShown = looks.get(place)?.shown.includes(0) === true;
      if (!isShown && ALL_SHOW.has(place)) missing.push(`${place}: ${text.slice(0, 200)}`);
    }
  }
  expect.soft(missing).toEqual([]);
  row.figure({ what: 'serials and zones not shown as they are', value: missing.length, goal: NOTHING });
  noteScripts(row, watch, 'none, serials and zones');
});

test('@nightly B10: where React would write HTML, scripts run', async ({ page, device }) => {
  const row = openRow('B10');
  device.setPolicy('none');
  device.setEdit({ find: /\.textContent=(?=\w)/g, replace: '.innerHTML=' });
  const watch = await watchScripts(page);
  const text = await device.trueAnswer('/api/ntp/status');
  const { body } = fillSinks('', text, () => '<img src=x onerror=window.__x=1>');
  device.script(new Map([['GET /api/ntp/status', { body }]]));
  await page.goto('/info/ntp');
  await expect.poll(() => page.evaluate(() => '__x' in window)).toBe(true);
  expect(device.edits()).toBe(1);
  await watch.look([]);
  const { ran, foreign } = watch.found();
  row.counterProof({
    ...{
      what: 'scripts that ran',
      without: 'texts that are written as texts',
      value: ran.length,
      goal: NOTHING,
    },
  });
  row.counterProof({
    ...{ what: 'foreign elements and links', without: 'texts that are written as texts' },
    ...{ value: foreign.length, goal: NOTHING },
  });
});
