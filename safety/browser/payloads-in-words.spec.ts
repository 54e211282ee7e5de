import { firmwareImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { SettingsPage } from '../../e2e/pages/settings-page.ts';
import { TaskPage } from '../../e2e/pages/task-page.ts';
import { test as base, expect } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { LIVE } from '../tools/browser/page-places.ts';
import { SCRIPT_PAYLOADS, shuffledPayloads } from '../tools/browser/script-payloads.ts';
import { watchScripts } from '../tools/browser/script-watch.ts';
import { SCRIPTED, type ScriptedFixtures, visit } from '../tools/browser/scripted-page.ts';
import { NOTHING, noteScripts } from './note-scripts.ts';

/** B10: texts that are scripts, in what the gateway says beside its answers and in what the browser keeps. */

const test = base.extend<ScriptedFixtures>(SCRIPTED);

test.use({ sharedGateway: true });
test.describe.configure({ timeout: 1_500_000 });

const IMAGE = firmwareImage({ version: 'v1.2.3' });

test('@nightly B10: payloads in the words of the gateway', async ({ page, device }) => {
  const row = openRow('B10');
  const payloads = shuffledPayloads(row.seed + 1).slice(0, row.scale(5, SCRIPT_PAYLOADS.length));
  device.setPolicy('none');
  const watch = await watchScripts(page);
  const settings = new SettingsPage(page, 'dtu');
  const firmware = new TaskPage(page);
  await page.goto('/about');
  const missing: string[] = [];
  const mustShow = async (where: string, text: string) => {
    const { shown } = await watch.look([text], [0]);
    if (shown.length === 0) missing.push(`${where}: ${text.slice(0, 200)}`);
  };
  for (const text of payloads) {
    device.script(
      new Map([['GET /api/ntp/status', { status: 500, body: JSON.stringify({ message: text }) }]]),
    );
    await visit(page, '/info/ntp');
    await mustShow('message of a refusal', text);
    if (text.length < 1000 && !/[^\x20-\x7e]/.test(text)) {
      device.script(new Map([['GET /api/ntp/status', { status: 500, statusText: text, body: '' }]]));
      await visit(page, '/info/ntp');
      await mustShow('status text', text);
    }
    const answer = { type: text, message: text, code: text, param: { min: text, max: text } };
    device.script(new Map([[`POST ${settings.api}`, { body: JSON.stringify(answer) }]]));
    await visit(page, settings.path);
    // Other than what is stored, or there is nothing to save: the gateway is shared with other tests.
    const interval = settings.field('Poll interval');
    await interval.fill((await interval.inputValue()) === '7' ? '8' : '7');
    await settings.save.click();
    await mustShow('answer to a save', text);
    const refusal = `Refused: ${text}`;
    device.script(
      new Map([['POST /api/firmware/update', { status: 500, type: 'text/plain', body: refusal }]]),
    );
    await page.goto('/firmware/upgrade');
    await firmware.choose('fw.bin', IMAGE);
    await mustShow('refusal of an upload', refusal);
    device.script(new Map());
    await page.goto('/about');
  }
  await visit(page, '/info/console');
  const lines = payloads.filter((text) => text.length < 1000 && !text.includes('\u001b'));
  device.say('/console', lines.map((text) => `${text}\r\n`).join(''));
  for (const text of lines) await mustShow('line of the console', text);
  expect.soft(missing).toEqual([]);
  row.figure({ what: 'words of the gateway not shown as they are', value: missing.length, goal: NOTHING });
  noteScripts(row, watch, 'none, words of the gateway');
});

test('@nightly B10: payloads in what the browser keeps', async ({ page, device }) => {
  const row = openRow('B10');
  const payloads = shuffledPayloads(row.seed + 2).slice(0, row.scale(2, SCRIPT_PAYLOADS.length));
  device.setPolicy('none');
  device.say('/livedata', await device.trueAnswer(LIVE));
  const watch = await watchScripts(page);
  await page.goto('/about');
  const blank: string[] = [];
  for (const text of payloads) {
    for (const stored of [text, JSON.stringify({ type: text, message: text, authdata: 'YTpi' })]) {
      await page.evaluate((value) => {
        for (const key of ['user', 'locale', 'theme', 'updateCheck', 'reloadedAt'])
          localStorage.setItem(key, value);
      }, stored);
      await page.goto('/about');
      await page.locator('main h1').waitFor();
      const { text: shown } = await visit(page, '/info/ntp');
      if (shown === '') blank.push(stored);
      await watch.look([]);
    }
  }
  expect.soft(blank).toEqual([]);
  row.figure({ what: 'blank pages with odd things in storage', value: blank.length, goal: NOTHING });
  noteScripts(row, watch, 'none, storage');
});
