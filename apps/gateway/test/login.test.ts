import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

const AUTHENTICATE = '/api/security/authenticate';

const authenticate = ({ port }: TestGateway, headers: Readonly<Record<string, string>>) =>
  send(port, AUTHENTICATE, { headers });

describe('a login', () => {
  it('is answered with code 10002', async () => {
    const answer = await authenticate(await startTestGateway(), login());
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"type":"success","message":"Authentication successful.","code":10002}');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('fails with an empty 401, and a Basic challenge for programs only', async () => {
    const gateway = await startTestGateway();
    const bare = await authenticate(gateway, {});
    expect(bare).toMatchObject({ status: 401, text: '' });
    expect(bare.headers['www-authenticate']).toBe('Basic realm="Heliograph"');
    const ofBrowser = await authenticate(gateway, { 'accept-language': 'de' });
    expect(ofBrowser).toMatchObject({ status: 401, text: '' });
    expect(ofBrowser.headers['www-authenticate']).toBe('xBasic realm="Heliograph"');
    const ofPage = await authenticate(gateway, { 'x-requested-with': 'XMLHttpRequest' });
    expect(ofPage).toMatchObject({ status: 401, text: '' });
    expect(ofPage.headers['www-authenticate']).toBeUndefined();
  });
});

describe('guessing', () => {
  it('is slowed down per address, while a header that was right stays good', async () => {
    const gateway = await startTestGateway();
    expect((await authenticate(gateway, login())).status).toBe(200);
    for (let guess = 0; guess < 5; guess++) {
      expect((await authenticate(gateway, login(`guess ${guess}`))).status).toBe(401);
    }
    const throttled = await authenticate(gateway, login('guess 5'));
    expect(throttled.status).toBe(429);
    expect(throttled.headers['retry-after']).toBe('1');
    expect((await authenticate(gateway, login())).status).toBe(200);
    gateway.clock.advance(1000);
    expect((await authenticate(gateway, login('guess 6'))).status).toBe(401);
    expect((await authenticate(gateway, login('guess 7'))).headers['retry-after']).toBe('2');
  });

  it('hashes one password at a time and lets four wait', async () => {
    const gateway = await startTestGateway({ hashCost: { logCost: 14, blockSize: 8, parallelism: 2 } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => authenticate(gateway, login(`at once ${guess}`))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    for (const { status, headers } of answers) if (status === 429) expect(headers['retry-after']).toBe('1');
  });

  it('does not keep a page from opening with many calls at once', async () => {
    const gateway = await startTestGateway({ hashCost: { logCost: 14, blockSize: 8, parallelism: 2 } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => authenticate(gateway, login())));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});

describe('secrets', () => {
  it('stay out of the log at its loudest, and out of the data folder', async () => {
    const gateway = await startTestGateway();
    await authenticate(gateway, login('canary-password'));
    await authenticate(gateway, login());
    const written = gateway.logLines.join('\n');
    const encoded = [login('canary-password'), login()].map(({ authorization }) => authorization.slice(6));
    for (const secret of ['canary-password', 'openDTU42', ...encoded]) expect(written).not.toContain(secret);
    expect(gateway.logLines.length).toBeGreaterThan(2);
  });
});
