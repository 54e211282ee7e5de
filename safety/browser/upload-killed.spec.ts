import { readdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { firmwareImage } from '../../e2e/firmware-image.ts';
import { TaskPage } from '../../e2e/pages/task-page.ts';
import { test as base, expect } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import type { ChaosProxy } from '../tools/chaos-proxy.ts';
import { PROXIED, type ProxiedFixtures } from '../tools/proxied-page.ts';
import { editServedPage } from '../tools/served-page.ts';

/** F21: the gateway dies while firmware is on its way. */

const { chaos, baseURL } = PROXIED;
const test = base.extend<Pick<ProxiedFixtures, 'chaos'>>({ chaos, baseURL });

const IMAGE = firmwareImage({ version: 'v1.2.3', codeBytes: 600_000 });
const BYTES_PER_S = 400_000;
/** The last part lies in the buffers of the connection for a while, and counts as sent. */
const ON_ITS_WAY = /Sending|checks and stores/;
const row = openRow('F21');
const offered = { what: 'broken uploads that are said to be and can be tried again, in percent' } as const;

async function logIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const user = { type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') };
    localStorage.setItem('user', JSON.stringify(user));
  });
}

/** Without those that are written from time to time. */
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('simulation.json'));

const sendUntil = (chaos: ChaosProxy, bytes: number) =>
  expect
    .poll(() => chaos.bytesTo('server'), { intervals: [20], timeout: 30_000 })
    .toBeGreaterThanOrEqual(bytes);

test('F21: the page says so, and trying again works', async ({ page, gateway, chaos, api }) => {
  const places = row.isNightly ? [0, 10, 20, 30, 40, 50, 60, 70, 80, 95] : [10, 80];
  test.setTimeout(60_000 + places.length * 20_000);
  const firmware = new TaskPage(page);
  const before = await filesIn(gateway.dataFolder);
  const { git_hash: version } = await api.get<{ git_hash: string }>('/api/system/status');
  await logIn(page);
  await page.goto('/firmware/upgrade');
  chaos.set({ bytesPerSecond: BYTES_PER_S });

  let saidSo = 0;
  let rests = 0;
  const retry = firmware.button('Try again');
  await firmware.choose('fw.bin', IMAGE);
  for (const percent of places) {
    const startBytes = chaos.bytesTo('server');
    await expect(firmware.state).toContainText(ON_ITS_WAY);
    await sendUntil(chaos, startBytes + (IMAGE.length * percent) / 100);
    await gateway.kill();
    await expect(firmware.state).toContainText('Unknown error while upload, check the console for details.');
    await expect(firmware.button('Back')).toBeVisible();
    await expect(retry).toBeVisible();
    saidSo += 1;
    await gateway.startAgain();
    rests += (await filesIn(gateway.dataFolder)).filter((file) => !before.includes(file)).length;
    expect((await api.get<{ git_hash: string }>('/api/system/status')).git_hash).toBe(version);
    await retry.click();
  }
  chaos.set({});
  await firmware.expectRestarted();
  await expect(firmware.state).toContainText('→ v1.2.3');
  row.figure({ ...offered, value: (100 * saidSo) / places.length, goal: { exactly: 100 } });
  row.figure({ what: 'files left behind', value: rests, goal: { exactly: 0 } });
});

test('F21: counter-proof: without the ear for a broken request', async ({ page, gateway, chaos }) => {
  await logIn(page);
  const edit = await editServedPage(page, '.onloadend=', '.onload=');
  const firmware = new TaskPage(page);
  await page.goto('/firmware/upgrade');
  chaos.set({ bytesPerSecond: BYTES_PER_S });
  await firmware.choose('fw.bin', IMAGE);
  await sendUntil(chaos, chaos.bytesTo('server') + IMAGE.length / 10);
  await expect(firmware.state).toContainText(ON_ITS_WAY);
  edit.expectDone();
  const broken = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/firmware'));
  await gateway.kill();
  await broken;
  const value = 100 * (await firmware.button('Try again').count());
  row.counterProof({ ...offered, without: 'the ear for a broken request', value, goal: { exactly: 100 } });
  await expect(firmware.state).toContainText(ON_ITS_WAY);
});
