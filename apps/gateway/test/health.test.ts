import { damageFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { expect, it } from 'vitest';

async function ask(port: number, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, await answer.text()];
}

it('is alive and ready', async () => {
  const { port } = await startTestGateway();
  expect(await ask(port, '/healthz')).toEqual([200, 'ok']);
  expect(await ask(port, '/readyz')).toEqual([200, '{"ready":true,"reasons":[]}']);
});

it('is alive but not ready while its radio chip does not answer', async () => {
  const { port } = await startTestGateway({ scenario: 'radio-problem' });
  expect(await ask(port, '/healthz')).toEqual([200, 'ok']);
  expect(await ask(port, '/readyz')).toEqual([
    503,
    '{"ready":false,"reasons":["The radio chip does not answer."]}',
  ]);
});

it('is alive but not ready in recovery mode', async () => {
  const first = await startTestGateway({ dataFolder: await temporaryFolder() });
  await first.stopNow();
  damageFiles(first.dataFolder);
  const { port, recovery } = await startTestGateway({ dataFolder: first.dataFolder });
  expect(recovery).toBeDefined();
  expect(await ask(port, '/healthz')).toEqual([200, 'ok']);
  expect(await ask(port, '/readyz')).toEqual([503, expect.stringContaining('recovery mode')]);
});

it('is alive to whoever asks too often as well: a flood of requests is no reason to start it anew', async () => {
  const { port } = await startTestGateway({ limits: { requestsPerSecond: 1, requestBurst: 1 } });
  expect((await ask(port, '/readyz'))[0]).toBe(200);
  expect((await ask(port, '/readyz'))[0]).toBe(429);
  expect(await ask(port, '/healthz')).toEqual([200, 'ok']);
});
