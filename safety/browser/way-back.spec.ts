import { createDice } from '@heliograph/testbed/dice.ts';
import { test as base, expect } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { LIVE } from '../tools/browser/page-places.ts';
import { watchScripts } from '../tools/browser/script-watch.ts';
import { SCRIPTED, type ScriptedFixtures } from '../tools/browser/scripted-page.ts';
import { NOTHING, noteScripts } from './note-scripts.ts';

/** B10: addresses that are scripts, or lead elsewhere, as the way back after a login. */

const test = base.extend<ScriptedFixtures>(SCRIPTED);

test.use({ sharedGateway: true });
test.describe.configure({ timeout: 1_500_000 });

const RETURNS = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:window.__x=1',
  'https://evil.example/',
  'data:text/html,<script>window.__x=1</script>',
  '///evil.example',
  '/ /evil.example',
  '/\t/evil.example',
  '/login',
  '/login?returnUrl=//evil.example',
  '/nowhere',
  'about',
  '/../evil.example',
  '/.//evil.example',
];

/** Ways to write an address so that something else may come of it. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  encodeURI,
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (text) => encodeURIComponent(text.toUpperCase()),
  ...['\t', '\n', '\r', '\0', ' ', '\u00a0', '\ufeff', '\u200b', '.', '@', '%2f', '\u2028'].map(
    (before) => (text: string) => encodeURIComponent(before + text),
  ),
  (text) => encodeURIComponent(text.replaceAll('/', '\uff0f')),
  (text) => encodeURIComponent(text.replaceAll('/', '/\t')),
];

test('@nightly B10: the way back after a login', async ({ page, device, loginPage }) => {
  const row = openRow('B10');
  device.setPolicy('none');
  const watch = await watchScripts(page);
  device.say('/livedata', await device.trueAnswer(LIVE));
  const strayed: string[] = [];
  const dice = createDice(row.seed);
  const all = RETURNS.flatMap((target) => ENCODINGS.map((encode) => encode(target)));
  await page.goto('/about');
  for (const query of all.filter(() => dice() < row.scale(3, all.length) / all.length)) {
    await page.evaluate((to) => history.pushState(null, '', to), `/login?returnUrl=${query}`);
    await loginPage.userName.waitFor();
    await loginPage.logIn();
    await loginPage.userName.waitFor({ state: 'detached' });
    const { origin, pathname } = new URL(page.url());
    if (origin !== device.url || pathname !== '/') strayed.push(`${query}: ${page.url()}`);
    await watch.look([]);
  }
  expect.soft(strayed).toEqual([]);
  row.figure({ what: 'ways back that lead elsewhere', value: strayed.length, goal: NOTHING });
  noteScripts(row, watch, 'none, way back');
});
