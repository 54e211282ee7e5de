import type { Page } from '@playwright/test';
import { Bar } from '../../e2e/pages/bar.ts';
import { LoginPage } from '../../e2e/pages/login-page.ts';
import { expect, test } from '../../e2e/test.ts';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { formsOf } from '../tools/access/secret-forms.ts';
import { usePageWithout } from '../tools/browser/test-page.ts';

test.use({ sharedGateway: true });

const PASSWORD = 'openDTU42';
const TYPED = 'never saved 7';
const NOTHING = { exactly: 0 } as const;
const LEFT = 'secrets left in storage, cookies, history, page or address';
/** All that the page keeps beside the login: choices, and what it knows of events and newer versions. */
const CHOICES = /^(locale|theme|reloadedAt|updateCheck|seenEvents\..+)$/;
/** Language, theme and the names of style files: they say nothing of who is logged in. */
const PUBLIC_COOKIES = /^heliograph-(locale|theme|styles|welcome)$/;

/** Everything that a page leaves behind, and what it shows, as one text; the cookies as the browser has them. */
async function leftBehind(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const caches = 'caches' in window ? await window.caches.keys() : [];
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
    return JSON.stringify([
      ...[{ ...localStorage }, { ...sessionStorage }, databases, caches, fields],
      ...[location.href, history.state, window.name, document.documentElement.outerHTML],
    ]);
  });
  return inPage + JSON.stringify(await page.context().cookies());
}

function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

const keysOf = (page: Page) => page.evaluate(() => Object.keys(localStorage));

/** What the browser keeps in place of the password, as it is kept and as it is sent. */
async function tokenOf(page: Page): Promise<readonly string[]> {
  const record = await page.evaluate(() => localStorage.getItem('user'));
  const { authdata } = JSON.parse(record ?? '{}');
  const [, token = ''] = Buffer.from(authdata, 'base64').toString().split(':');
  expect(token).not.toBe('');
  return [authdata, token];
}

/** Logs in, types a password that is never saved, logs out, and looks at all that is left, also a page back. */
async function visit(page: Page) {
  const bar = new Bar(page);
  const loginPage = new LoginPage(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await loginPage.open('/settings/security');
  await loginPage.logIn();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await page.getByLabel('New password').fill(TYPED);
  await expect(bar.logout).toBeVisible();
  const keys = await keysOf(page);
  const token = await tokenOf(page);
  const cookiesLeft = async () =>
    (await page.context().cookies()).filter(({ name }) => !PUBLIC_COOKIES.test(name));
  const cookies = await cookiesLeft();
  await page.goto('/settings/ntp'); // unsaved input would ask before the logout
  await bar.logout.click();
  await expect(bar.login).toBeVisible();
  await expect
    .poll(async () => (await cookiesLeft()).length, { timeout: 20_000 })
    .toBe(0)
    .catch(() => undefined); // the figure says so
  const values = cookies.map(({ value }) => value);
  const secrets = [PASSWORD, `admin:${PASSWORD}`, TYPED, ...token, ...values];
  const looks = [await leftBehind(page)];
  await page.goBack();
  looks.push(await leftBehind(page));
  await page.reload();
  looks.push(await leftBehind(page));
  return {
    keys,
    cookies,
    cookiesLeft: (await cookiesLeft()).length,
    left: looks.flatMap((look) => secretsIn(look, secrets)).length,
    inAddresses: addresses.filter((address) => secretsIn(address, secrets).length > 0).length,
    keysLeft: (await keysOf(page)).filter((key) => !CHOICES.test(key)).length,
  };
}

test('A10: after a logout nothing of the login stays', async ({ page }) => {
  test.setTimeout(120_000);
  const row = openRow('A10');
  const { keys, cookies, cookiesLeft, left, inAddresses, keysLeft } = await visit(page);
  const others = keys.filter((key) => key !== 'user' && !CHOICES.test(key)).length;
  row.figure({ what: LEFT, value: left, goal: NOTHING });
  row.figure({ what: 'cookies left', value: cookiesLeft, goal: NOTHING });
  row.figure({ what: 'addresses with a secret', value: inAddresses, goal: NOTHING });
  row.figure({ what: KEYS_LEFT, value: keysLeft, goal: NOTHING });
  row.figure({
    what: 'keys of local storage that nobody knows, while logged in',
    value: others,
    goal: NOTHING,
  });
  const flags = { httpOnly: true, sameSite: 'Strict', path: '/', domain: '127.0.0.1' };
  // For sockets, and by which a browser is known at its next login; both go with the logout.
  expect(cookies).toEqual([expect.objectContaining(flags), expect.objectContaining(flags)]);
  const refused = await page.evaluate(async () => (await fetch('/api/dtu/config')).status);
  expect(refused).toBe(401);
});

test('A10: counter-proof: a page that keeps the record of the user @nightly', async ({ page }) => {
  test.setTimeout(180_000); // with the build
  const row = openRow('A10');
  await usePageWithout(page, ['userRecord']);
  const { left, keysLeft } = await visit(page);
  const proof = { without: SEAMS.userRecord, goal: NOTHING };
  row.counterProof({ ...proof, what: LEFT, value: left });
  row.counterProof({ ...proof, what: KEYS_LEFT, value: keysLeft });
});

const KEYS_LEFT = 'keys of local storage left that are no choices';
