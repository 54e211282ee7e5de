import { ENDPOINTS, PIN_PROFILE_FILE, UPLOADS } from '@heliograph/contract';
import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import { damageFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import { GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import {
  type Answer,
  type Call,
  jsonOf,
  login,
  postData,
  send,
  sendRaw,
} from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import openapi from '../../../docs/api/openapi.json' with { type: 'json' };
import { openDataDirectory } from '../src/platform/data-directory.ts';

interface RefusalContent {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

const REFUSALS = openapi.components.responses;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const ask = (path: string, call: Call = {}) => send(gateway.port, path, call);

describe('refusals have the texts of the document', () => {
  const post: Call = {
    method: 'POST',
    headers: { ...login(), 'content-type': 'application/x-www-form-urlencoded' },
  };
  const exampleOf = (name: keyof typeof REFUSALS, example: string): unknown => {
    const { content } = REFUSALS[name] as { readonly content?: Readonly<Record<string, RefusalContent>> };
    return content?.['application/json']?.examples[example]?.value;
  };

  it('400', async () => {
    const received = await sendRaw(
      gateway.port,
      'GET /api/dtu/config HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toEqual(exampleOf('Unreadable', 'TwoNames'));
    const named = await ask(`${ENDPOINTS.getSystemStatus.path}?inv=${GARAGE}`);
    expect([named.status, jsonOf(named)]).toEqual([400, exampleOf('Unreadable', 'NoParameter')]);
    const backwards = await ask('/api/heliograph/history-curve?from=2&to=1');
    expect([backwards.status, jsonOf(backwards)]).toEqual([400, exampleOf('Unreadable', 'NoValue')]);
  });

  it('401', async () => {
    const { status, headers, text } = await ask('/api/dtu/config');
    expect([status, text]).toEqual([401, '']);
    expect(REFUSALS.LoginNeeded.headers['WWW-Authenticate'].description).toContain(
      headers['www-authenticate'],
    );
  });

  it('403', async () => {
    const foreign = await ask('/api/dtu/config', { headers: { origin: 'http://other.test' } });
    const unmarked = await ask('/api/dtu/config', {
      ...post,
      headers: { ...post.headers, origin: `http://127.0.0.1:${gateway.port}` },
    });
    const guest = { name: 'guest', password: 'Only looking 1', role: 'viewer', is_new: true };
    await postData(gateway.port, ENDPOINTS.saveAccount.path, guest);
    const notEnough = await ask('/api/dtu/config', { headers: login(guest.password, guest.name) });
    expect([foreign.status, unmarked.status, notEnough.status]).toEqual([403, 403, 403]);
    expect(jsonOf(notEnough)).toEqual(exampleOf('Forbidden', 'NotEnough'));
    expect(jsonOf(foreign)).toEqual(exampleOf('Forbidden', 'ForeignPage'));
    expect(jsonOf(unmarked)).toEqual(exampleOf('Forbidden', 'NoMark'));
  });

  it('404', async () => {
    const { status, text } = await ask(`${ENDPOINTS.getConfigFile.path}?file=pin_mapping.json`, {
      headers: login(),
    });
    expect([status, text]).toEqual([404, '']);
    const unknown = await ask(`${ENDPOINTS.getLimitStatus.path}?inv=116199999999`);
    expect([unknown.status, jsonOf(unknown)]).toEqual([404, exampleOf('NoSuchInverter', 'NoSuchInverter')]);
  });

  it('408', async () => {
    const head = 'POST /api/dtu/config HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n';
    const received = sendRaw(gateway.port, `${head}Authorization: ${login().authorization}\r\n\r\nx`);
    let answer: string | undefined;
    void received.then((text) => {
      answer = text;
    });
    await expect
      .poll(async () => {
        await gateway.clock.advanceAsync(1000);
        return answer;
      })
      .toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer?.split('\r\n\r\n')[1] ?? '')).toEqual(exampleOf('TooSlow', 'TooSlow'));
  });

  it('413', async () => {
    const answer = await ask('/api/dtu/config', { ...post, body: 'x'.repeat(65_537) });
    expect(answer.status).toBe(413);
    expect(jsonOf(answer)).toEqual(exampleOf('TooLarge', 'TooLarge'));
  });

  it('421', async () => {
    const answer = await ask('/api/dtu/config', { headers: { host: 'other.test' } });
    expect(answer.status).toBe(421);
    expect(jsonOf(answer)).toEqual(exampleOf('OtherName', 'OtherName'));
  });

  it('429', async () => {
    const { port } = await startTestGateway({ limits: { requestBurst: 8, requestsPerSecond: 1 } });
    const answers: Answer[] = [];
    for (let call = 0; call < 9; call += 1) {
      answers.push(await send(port, '/api/dtu/config', { headers: login(`wrong ${call}`) }));
    }
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed.length).toBeGreaterThan(1);
    for (const { headers } of slowed) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const messages = slowed.map(jsonOf);
    expect(messages[0]).toEqual(exampleOf('TooMany', 'TooManyLogins'));
    expect(messages.at(-1)).toEqual(exampleOf('TooMany', 'TooManyRequests'));
  });

  it('500', async () => {
    const disk = { isBroken: false };
    const { port } = await startTestGateway({
      platform: {
        ...createTestPlatform(),
        async openDataDirectory(path) {
          const directory = await openDataDirectory(path);
          return {
            ...directory,
            async read(name) {
              if (disk.isBroken) throw new Error('nobody thought of this');
              return directory.read(name);
            },
          };
        },
      },
      connectSettings: failingSettings(() => (disk.isBroken ? 'ENOSPC' : undefined)),
    });
    disk.isBroken = true;
    const notSaved = await postData(port, ENDPOINTS.addInverter.path, { serial: GARAGE, name: 'New' });
    const failed = await send(port, `${ENDPOINTS.getConfigFile.path}?file=${PIN_PROFILE_FILE}`, {
      headers: login(),
    });
    expect([notSaved.status, failed.status]).toEqual([500, 500]);
    expect(jsonOf(notSaved)).toEqual(exampleOf('NotSaved', 'NotSaved'));
    expect(jsonOf(failed)).toEqual(exampleOf('Failed', 'Failed'));
    expect(jsonOf(failed)).toEqual(exampleOf('NotSaved', 'Failed'));
  });

  it('500 of an upload', async () => {
    const { status, headers, text } = await ask(UPLOADS.restoreConfig.path, { ...post, body: 'no form' });
    const told = openapi.paths['/api/config/upload'].post.responses[500].content['text/plain'].example;
    expect([status, headers['content-type'], text]).toEqual([500, 'text/plain; charset=utf-8', told]);
  });

  it('503', async () => {
    const crowded = await startTestGateway({ limits: { connectionsMax: 0 } });
    const noPlace = await send(crowded.port, '/api/dtu/config');
    expect([noPlace.status, Number(noPlace.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(jsonOf(noPlace)).toEqual(exampleOf('Busy', 'NoPlace'));
    const dataFolder = await temporaryFolder();
    damageFiles(dataFolder);
    const { port } = await startTestGateway({ dataFolder });
    const damaged = await send(port, '/api/dtu/config');
    expect([damaged.status, damaged.headers['retry-after']]).toEqual([503, undefined]);
    expect(jsonOf(damaged)).toEqual(exampleOf('Busy', 'RecoveryMode'));
  });
});
