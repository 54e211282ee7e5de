import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DtuSettings, HistoryStatus } from '@heliograph/contract';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { expect, it, vi } from 'vitest';

const MINUTE_MS = 60_000;

it('a folder of the nightly backup is a data folder of the same settings and the same history', async () => {
  const backupFolder = join(await temporaryFolder(), 'backup');
  const gateway = await startTestGateway({ keepsHistory: true, backupFolder });
  const dtu = JSON.parse((await send(gateway.port, '/api/dtu/config', { headers: login() })).text);
  await postData(gateway.port, '/api/dtu/config', { ...dtu, dtu_pollinterval: 77, pollinterval: 77 });
  for (let minute = 0; minute < 11; minute++) await gateway.clock.advanceAsync(MINUTE_MS);
  const nights = await vi.waitFor(async () => {
    const names = await readdir(backupFolder);
    expect(names).toEqual([expect.stringMatching(/^heliograph-\d{4}-\d\d-\d\d$/)]);
    return names;
  });
  await gateway.dispose();
  const dataFolder = await temporaryFolder();
  await cp(join(backupFolder, nights[0] ?? ''), dataFolder, { recursive: true });
  const restored = await startTestGateway({ keepsHistory: true, dataFolder });
  const json = async <Sent>(path: string): Promise<Sent> =>
    JSON.parse((await send(restored.port, path, { headers: login() })).text);
  expect((await json<DtuSettings>('/api/dtu/config')).dtu_pollinterval).toBe(77);
  expect((await json<HistoryStatus>('/api/heliograph/history')).places.length).toBeGreaterThan(0);
});

it('a nightly backup that cannot be made is told to everybody who looks at the live view', async () => {
  const backupFolder = join(await temporaryFolder(), 'away', 'backup');
  const gateway = await startTestGateway({ backupFolder });
  const hints = async () => JSON.parse((await send(gateway.port, '/api/livedata/status')).text).hints;
  await vi.waitFor(async () => expect((await hints()).storage_problem).toBe('backup'));
  expect(gateway.logLines.join('\n')).toContain('The folder of the nightly backup cannot be used');
  await gateway.clock.advanceAsync(10 * MINUTE_MS);
  await vi.waitFor(() =>
    expect(gateway.logLines.join('\n')).toContain('The nightly backup could not be made.'),
  );
  expect((await hints()).storage_problem).toBe('backup');
});
