import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { PROXY_SECRET } from './access-targets.ts';

const NOTHING = { exactly: 0 } as const;
const SMUGGLED = 'names that were smuggled past a proxy and believed';
const SPOOFED = 'addresses that were made up and believed';

/** What somebody sends who wants to be taken for the admin by a proxy that adds `Remote-User: guest`. */
const SMUGGLED_LINES = [
  ['Remote-User: admin', 'Remote-User: guest'],
  ['remote-user: admin', 'Remote-User: guest'],
  ['Remote-User: guest', 'REMOTE-USER: admin'],
  ['Remote_User: admin', 'Remote-User: guest'],
  ['Remote-User: guest, admin'],
  ['Remote-User: admin,guest'],
  ['Remote-User: admin\t, guest'],
  ['Remote_User: admin'],
];

async function startBehindProxy() {
  return startTestGateway({
    platform: createTestPlatform('info'),
    async prepare(settings) {
      await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
      await settings.update('signin', (signin) => ({
        ...signin,
        proxy: {
          ...{ addresses: ['127.0.0.0/8'], user_header: 'Remote-User', secret: PROXY_SECRET },
          strangers: 'viewer',
        },
      }));
    },
  });
}

async function statusOf(port: number, path: string, lines: readonly string[]): Promise<number> {
  const request = [
    ...[`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close'],
    ...[`Heliograph-Proxy-Secret: ${PROXY_SECRET}`, ...lines, '', ''],
  ];
  const answer = await sendRaw(port, request.join('\r\n'));
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);
}

async function believed(): Promise<number> {
  const { port } = await startBehindProxy();
  const statuses = [];
  for (const lines of SMUGGLED_LINES) statuses.push(await statusOf(port, '/api/dtu/config', lines));
  return statuses.filter((status) => status === 200).length;
}

/** Guesses passwords, each time with another address in front of the one that the proxy has added. */
async function guessesAllowed(): Promise<number> {
  const { port } = await startBehindProxy();
  const statuses = [];
  for (let guess = 0; guess < 12; guess++) {
    const { authorization } = login(`guess ${guess}`);
    const hops = `X-Forwarded-For: 198.51.100.${guess}, 203.0.113.7`;
    statuses.push(await statusOf(port, '/api/dtu/config', [`Authorization: ${authorization}`, hops]));
  }
  return Math.max(0, statuses.filter((status) => status === 401).length - 5);
}

describe('what is smuggled through a proxy that is believed (A1)', { timeout: 120_000 }, () => {
  const row = openRow('A1');

  it('makes nobody somebody else', async () => {
    const value = await believed();
    expect.soft(value).toBe(0);
    row.figure({ what: SMUGGLED, value, goal: NOTHING });
    const unguarded = await without(['oneProxyUser'], believed);
    row.counterProof({ what: SMUGGLED, without: SEAMS.oneProxyUser, value: unguarded, goal: NOTHING });
  });

  it('gives no new tries of passwords', async () => {
    const value = await guessesAllowed();
    expect.soft(value).toBe(0);
    row.figure({ what: SPOOFED, value, goal: NOTHING });
    const unguarded = await without(['lastUnlistedHop'], guessesAllowed);
    row.counterProof({ what: SPOOFED, without: SEAMS.lastUnlistedHop, value: unguarded, goal: NOTHING });
  });
});
