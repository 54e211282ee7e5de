import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { formsOf } from '../tools/secret-forms.ts';

const PASSWORD = 'openDTU42';
const NOTHING = { exactly: 0 } as const;
/** All that local storage may hold; the theme only where somebody chose one. */
const ALLOWED = ['locale', 'theme', 'user'];

/** Everything that a page leaves behind, and what it shows, as one text. */
async function leftBehind(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const caches = 'caches' in window ? await window.caches.keys() : [];
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
    return JSON.stringify([
      ...[{ ...localStorage }, { ...sessionStorage }, databases, caches, fields],
      ...[document.cookie, location.href, history.state, window.name, document.documentElement.outerHTML],
    ]);
  });
  return inPage;
}

function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

const keysOf = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('A10: after a logout nothing of the login stays', async ({ page, context, gateway, bar, loginPage }) => {
  const row = openRow('A10');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await loginPage.open('/settings/security');
  await loginPage.logIn();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await page.getByLabel('New password').fill('never saved 7');
  await expect(bar.logout).toBeVisible();
  const loggedIn = await leftBehind(page);
  const keys = await keysOf(page);
  expect(keys.filter((key) => !ALLOWED.includes(key))).toEqual([]);
  const [ticket, ...otherCookies] = await context.cookies();
  expect(otherCookies).toEqual([]);
  expect(ticket).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', domain: '127.0.0.1' });

  await page.goto('/settings/ntp'); // unsaved input would ask before the logout
  await bar.logout.click();
  await expect(bar.login).toBeVisible();
  const secrets = [PASSWORD, `admin:${PASSWORD}`, 'never saved 7', ticket?.value ?? ''];
  const looks = [await leftBehind(page)];
  await page.goBack();
  looks.push(await leftBehind(page));
  await page.reload();
  looks.push(await leftBehind(page));
  const left = looks.flatMap((look) => secretsIn(look, secrets));
  const inAddresses = addresses.filter((address) => secretsIn(address, secrets).length > 0);
  const keysLeft = (await keysOf(page)).filter((key) => key === 'user');
  row.figure({
    what: 'secrets left in storage, cookies of scripts, history, page or address',
    value: left.length,
    goal: NOTHING,
  });
  row.figure({ what: 'addresses with a secret', value: inAddresses.length, goal: NOTHING });
  row.figure({ what: 'records of the user left', value: keysLeft.length, goal: NOTHING });

  // The ticket is the gateway's to end; what it opens is a socket, and what comes of that is nothing secret.
  const calls = await page.evaluate(async () => (await fetch('/api/dtu/config')).status);
  expect(calls).toBe(401);
  expect(new URL(page.url()).origin).toBe(gateway.url);
  const before = secretsIn(loggedIn, secrets).length;
  row.counterProof({
    ...{ what: 'secrets left in storage, cookies of scripts, history, page or address', goal: NOTHING },
    ...{ without: 'the logout', value: before },
  });
});
