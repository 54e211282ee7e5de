import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { GatewayApi } from '../../e2e/gateway-api.ts';
import { expect, test } from '../../e2e/test.ts';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { type ChallengeProxy, startChallengeProxy } from '../tools/browser/challenge-proxy.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';

const ADMIN = { userName: 'admin', password: 'openDTU42' };
const NOTHING = { exactly: 0 } as const;
const POLL_INTERVALS = [71, 72, 73, 74, 75];

const orderOf = (dtu_pollinterval: number) =>
  JSON.stringify({ dtu_serial: '199980112345', dtu_pollinterval, dtu_palevel: 2 });

/** A page of somebody else, at another address or only at another port. */
async function startForeignPage(host: string): Promise<Server> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Free kittens</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server;
}

/**
 * Where a browser tells nothing of itself: over plain HTTP at an address that is not loopback it sends no fetch
 * metadata, and trusts nothing. Undefined on a machine without a network.
 */
const OWN_ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const urlOf = (server: Server) => {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address}:${port}/`;
};

/** Makes the browser keep the credentials of the admin, and a ticket as after a login. */
async function plantLogin(page: Page, proxy: ChallengeProxy): Promise<void> {
  const url = new URL(proxy.challengeUrl);
  url.username = ADMIN.userName;
  url.password = ADMIN.password;
  await page.goto(url.href);
  await expect(page.getByText('kept')).toBeVisible();
  const login = btoa(`${ADMIN.userName}:${ADMIN.password}`);
  const status = await page.evaluate(
    async ([address, credentials]) => {
      const headers = { authorization: `Basic ${credentials}`, 'x-requested-with': 'XMLHttpRequest' };
      return (await fetch(address, { headers })).status;
    },
    [`${proxy.url}/api/security/authenticate`, login] as const,
  );
  expect(status).toBe(200);
}

/** All that a page can do without leaving itself; resolves with what it could read, in bytes. */
function attackFromWithin(page: Page, target: string, orders: readonly string[]): Promise<number> {
  return page.evaluate(
    async ([base, change, marked]) => {
      let readable = 0;
      const within = <T>(promise: Promise<T>) =>
        Promise.race([
          promise.catch(() => undefined),
          new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 3_000)),
        ]);
      const embed = (name: 'img' | 'iframe' | 'script' | 'object', path: string, isHidden = false) =>
        within(
          new Promise<void>((resolve) => {
            const element = document.createElement(name);
            element.onload = () => resolve();
            element.onerror = () => resolve();
            if (isHidden) element.setAttribute('referrerpolicy', 'no-referrer');
            element.setAttribute(name === 'object' ? 'data' : 'src', base + path);
            document.body.append(element);
            if (name === 'iframe') {
              const frame = element as HTMLIFrameElement;
              frame.addEventListener('load', () => {
                readable += frame.contentDocument?.body.textContent?.length ?? 0;
              });
            }
          }),
        );
      const read = (path: string, init: RequestInit) =>
        within(
          fetch(base + path, { credentials: 'include', ...init }).then(async (answer) => {
            readable += (await answer.text()).length;
          }),
        );
      const listen = (path: string) =>
        within(
          new Promise<void>((resolve) => {
            const socket = new WebSocket(base.replace('http', 'ws') + path);
            socket.onmessage = ({ data }) => {
              readable += String(data).length;
              resolve();
            };
            socket.onclose = () => resolve();
          }),
        );
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = (order: string | undefined) => `data=${encodeURIComponent(order ?? '')}`;
      await Promise.all([
        ...(['img', 'iframe', 'script', 'object'] as const).map((name) =>
          embed(name, '/api/livedata/status'),
        ),
        embed('iframe', '/'),
        embed('img', '/api/dtu/config', true),
        embed('iframe', '/api/ntp/config', true),
        embed('script', '/api/mqtt/config', true),
        read('/api/dtu/config', { mode: 'no-cors', referrerPolicy: 'no-referrer' }),
        read('/api/dtu/config', {
          mode: 'no-cors',
          referrerPolicy: 'no-referrer',
          headers: { 'accept-language': '' },
        }),
        read('/api/dtu/config', {
          method: 'POST',
          mode: 'no-cors',
          referrerPolicy: 'no-referrer',
          headers: { ...form, 'accept-language': '' },
          body: body(change),
        }),
        read('/api/livedata/status', {}),
        read('/api/livedata/status', { mode: 'no-cors' }),
        read('/api/dtu/config', { headers: { 'x-requested-with': 'XMLHttpRequest' } }),
        read('/api/dtu/config', { method: 'POST', mode: 'no-cors', headers: form, body: body(change) }),
        read('/api/dtu/config', {
          method: 'POST',
          headers: { ...form, 'x-requested-with': 'XMLHttpRequest' },
          body: body(marked),
        }),
        listen('/livedata'),
        listen('/console'),
      ]);
      return readable;
    },
    [target, orders[0], orders[1]] as const,
  );
}

/** A form that takes the whole window along, as the oldest trick goes. */
async function attackByForm(page: Page, target: string, order: string, enctype: string): Promise<void> {
  const answered = page.waitForURL(`${target}/**`);
  await page.evaluate(
    ([action, data, type]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action, enctype: type });
      const field = document.createElement('input');
      Object.assign(field, { name: 'data', value: data });
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    [`${target}/api/dtu/config`, order, enctype] as const,
  );
  await answered;
}

/** What pages of others reach at a gateway, at this address, that the browser knows the login of. */
async function attackAll(browser: Browser, gatewayPort: number, address: string, foreign: readonly Server[]) {
  const proxy = await startChallengeProxy(gatewayPort, address);
  // With a language, as every browser that somebody looks at has one.
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await plantLogin(page, proxy);
  const planted = proxy.withCredentials();
  const api = new GatewayApi(`http://127.0.0.1:${gatewayPort}`);
  const interval = async () =>
    (await api.get<{ dtu_pollinterval: number }>('/api/dtu/config')).dtu_pollinterval;
  let [effects, readable] = [0, 0];
  for (const server of foreign) {
    const orders = POLL_INTERVALS.map(orderOf);
    await page.goto(urlOf(server));
    readable += await attackFromWithin(page, proxy.url, orders);
    effects += POLL_INTERVALS.includes(await interval()) ? 1 : 0;
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      await api.order('/api/dtu/config', { dtu_serial: '199980112345', dtu_pollinterval: 5, dtu_palevel: 2 });
      await page.goto(urlOf(server));
      await attackByForm(page, proxy.url, orders[2] ?? '', enctype);
      effects += POLL_INTERVALS.includes(await interval()) ? 1 : 0;
    }
  }
  // Whoever types in the address of something that is not for everybody.
  await page.goto(`${proxy.url}/api/security/config`);
  const carried = proxy.withCredentials() - planted;
  await context.close();
  const challenges = proxy.challenges() + (await challengesWithoutLogin(browser, proxy, foreign));
  await proxy.close();
  return { effects, readable, carried, challenges };
}

/** How often a browser that knows no login is asked for one, with and without a language of its own. */
async function challengesWithoutLogin(
  browser: Browser,
  proxy: ChallengeProxy,
  foreign: readonly Server[],
): Promise<number> {
  const before = proxy.challenges();
  for (const options of [{ locale: 'fr-FR' }, {}]) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    for (const server of foreign) {
      await page.goto(urlOf(server));
      await attackFromWithin(page, proxy.url, POLL_INTERVALS.map(orderOf));
    }
    await page.goto(`${proxy.url}/api/security/config`).catch(() => undefined);
    await context.close();
  }
  return proxy.challenges() - before;
}

const FORGERIES = 'the checks of origins and of the mark of our page';

/** What is reached at a gateway in which these are switched off, which a night looks at. */
async function attackBare(browser: Browser, address: string, foreign: readonly Server[]) {
  const bare = await startGatewayProcess({ without: ['pageOrigins', 'pageMark', 'basicChallenge'] });
  try {
    await new GatewayApi(`http://127.0.0.1:${bare.port}`).forbidReading();
    return await attackAll(browser, bare.port, address, foreign);
  } finally {
    await bare.dispose();
  }
}

const PLACES = [
  { place: 'loopback', address: '127.0.0.1', pages: ['127.0.0.2', '127.0.0.1'] },
  { place: 'an address of the network', address: OWN_ADDRESS, pages: [OWN_ADDRESS, '127.0.0.1'] },
];

for (const { place, address, pages } of PLACES) {
  test(`@nightly A3: pages of others have no effect and read nothing, even where the browser has kept the login: at ${place}`, async ({
    browser,
    gateway,
    api,
  }) => {
    test.setTimeout(240_000);
    const row = openRow('A3');
    const reach = `forged requests at ${place}`;
    if (!row.can(address !== undefined, reach, 'this machine has no network') || address === undefined)
      return;
    const foreign = await Promise.all(pages.map((own) => startForeignPage(own ?? address)));
    await api.forbidReading();
    try {
      const guarded = await attackAll(browser, Number(new URL(gateway.url).port), address, foreign);
      const open = row.isNightly ? await attackBare(browser, address, foreign) : undefined;
      const figures = { effects: 'effects', readable: 'bytes that were readable' } as const;
      for (const key of ['effects', 'readable'] as const) {
        const what = `${figures[key]} (${place})`;
        row.figure({ what, value: guarded[key], goal: NOTHING });
        if (open !== undefined)
          row.counterProof({ what, without: FORGERIES, value: open[key], goal: NOTHING });
      }
      const asked = `times that the browser was asked for a login to keep (${place})`;
      row.figure({ what: asked, value: guarded.challenges, goal: NOTHING });
      if (open !== undefined)
        row.counterProof({
          ...{ what: asked, without: SEAMS.basicChallenge, value: open.challenges },
          goal: NOTHING,
        });
      row.figure({
        what: `requests that carried the kept login (${place})`,
        value: guarded.carried,
        goal: { atLeast: 1 },
      });
    } finally {
      for (const server of foreign) server.close();
    }
  });
}
