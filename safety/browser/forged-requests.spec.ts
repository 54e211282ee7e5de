import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { GatewayApi } from '../../e2e/gateway-api.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { type ChallengeProxy, startChallengeProxy } from '../tools/browser/challenge-proxy.ts';
import type { Guard } from '../tools/copies/guard.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';

const ACCESS = 'apps/gateway/src/http/access.ts';
const GUARDS: Guard = {
  name: 'the checks of origins and of the mark of our page',
  edits: [
    { file: ACCESS, find: "origin === 'foreign'", replace: 'false' },
    { file: ACCESS, find: '!hasMark(request.headers)', replace: 'false' },
  ],
};

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
      const embed = (name: 'img' | 'iframe' | 'script' | 'object', path: string) =>
        within(
          new Promise<void>((resolve) => {
            const element = document.createElement(name);
            element.onload = () => resolve();
            element.onerror = () => resolve();
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

/** What pages of others reach at a gateway that the browser knows the login of. */
async function attackAll(browser: Browser, gatewayPort: number, foreign: readonly Server[]) {
  const proxy = await startChallengeProxy(gatewayPort);
  const context = await browser.newContext();
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
  const carried = proxy.withCredentials() - planted;
  await context.close();
  await proxy.close();
  return { effects, readable, carried };
}

test('A3: pages of others have no effect and read nothing, even where the browser has kept the login', async ({
  browser,
  gateway,
}) => {
  test.setTimeout(240_000);
  const row = openRow('A3');
  const foreign = await Promise.all(['127.0.0.2', '127.0.0.1'].map(startForeignPage));
  const bare = await startGatewayProcess({ without: [GUARDS] });
  try {
    const ports = [Number(new URL(gateway.url).port), bare.port];
    for (const port of ports) {
      const api = new GatewayApi(`http://127.0.0.1:${port}`);
      await api.order('/api/security/config', { password: ADMIN.password, allow_readonly: false });
    }
    const guarded = await attackAll(browser, ports[0] ?? 0, foreign);
    const open = await attackAll(browser, ports[1] ?? 0, foreign);
    row.figure({ what: 'effects', value: guarded.effects, goal: NOTHING });
    row.figure({ what: 'bytes that were readable', value: guarded.readable, goal: NOTHING });
    row.figure({
      what: 'requests that carried the kept login',
      value: guarded.carried,
      goal: { atLeast: 1 },
    });
    row.counterProof({ what: 'effects', without: GUARDS.name, value: open.effects, goal: NOTHING });
    const { readable: value } = open;
    row.counterProof({ what: 'bytes that were readable', without: GUARDS.name, value, goal: NOTHING });
  } finally {
    await bare.dispose();
    for (const server of foreign) server.close();
  }
});
