import { readdir } from 'node:fs/promises';
import { firmwareImage } from '@heliograph/testbed/outside/firmware-image.ts';
import type { Locator, Page } from '@playwright/test';
import { TaskPage } from '../../e2e/pages/task-page.ts';
import { test as base, expect } from '../../e2e/test.ts';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { PROXIED, type ProxiedFixtures } from '../tools/browser/proxied-page.ts';
import { usePageWithout } from '../tools/browser/test-page.ts';
import type { ChaosProxy } from '../tools/network/chaos-proxy.ts';

/** F21: the gateway dies while firmware is on its way. */

const { chaos, baseURL } = PROXIED;
const test = base.extend<Pick<ProxiedFixtures, 'chaos'>>({ chaos, baseURL });

const IMAGE = firmwareImage({ version: 'v1.2.3', codeBytes: 600_000 });
const BYTES_PER_S = 400_000;
/** The last part lies in the buffers of the connection for a while, and counts as sent. */
const ON_ITS_WAY = /Sending|checking and storing/;
const row = openRow('F21');
const offered = { what: 'broken uploads that are said to be and can be tried again, in percent' } as const;

async function logIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const user = { type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') };
    localStorage.setItem('user', JSON.stringify(user));
  });
}

/** Whether it comes to be seen; nothing fails when it does not. */
const isSeen = (part: Locator) =>
  part.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  );

/** Without those that are written from time to time. */
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('simulation.json'));

const sendUntil = (chaos: ChaosProxy, bytes: number) =>
  expect
    .poll(() => chaos.bytesTo('server'), { intervals: [20], timeout: 30_000 })
    .toBeGreaterThanOrEqual(bytes);

test('@nightly F21: the page says so, and trying again works', async ({ page, gateway, chaos, api }) => {
  const places = row.isNightly ? [0, 10, 20, 30, 40, 50, 60, 70, 80, 95] : [10, 80];
  test.setTimeout(60_000 + places.length * 20_000);
  const firmware = new TaskPage(page);
  const before = await filesIn(gateway.dataFolder);
  const { heliograph_image: version } = await api.get<{ heliograph_image: string }>('/api/system/status');
  await logIn(page);
  chaos.set({ bytesPerSecond: BYTES_PER_S });

  let saidSo = 0;
  let triedAgain = 0;
  let rests = 0;
  let otherVersions = 0;
  const retry = firmware.button('Try again');
  const isOnItsWay = () => isSeen(firmware.state.filter({ hasText: ON_ITS_WAY }));
  for (const percent of places) {
    const startBytes = chaos.bytesTo('server');
    if (await retry.isVisible()) {
      await retry.click();
      triedAgain += Number(await isOnItsWay());
    } else {
      await page.goto('/firmware/upgrade');
      await firmware.choose('fw.bin', IMAGE);
      await isOnItsWay();
    }
    await sendUntil(chaos, startBytes + (IMAGE.length * percent) / 100);
    await gateway.kill();
    const isSaid = await isSeen(firmware.state.filter({ hasText: 'Unknown error while upload' }));
    saidSo += Number(isSaid && (await isSeen(firmware.button('Back'))) && (await isSeen(retry)));
    await gateway.startAgain();
    rests += (await filesIn(gateway.dataFolder)).filter((file) => !before.includes(file)).length;
    const now = await api.get<{ heliograph_image: string }>('/api/system/status');
    otherVersions += Number(now.heliograph_image !== version);
  }
  row.figure({ ...offered, value: (100 * saidSo) / places.length, goal: { exactly: 100 } });
  const again = { what: 'tries that went on after a restart', goal: { exactly: places.length - 1 } } as const;
  row.figure({ ...again, value: triedAgain });
  row.figure({ what: 'files left behind', value: rests, goal: { exactly: 0 } });
  row.figure({ what: 'versions that were not the one before', value: otherVersions, goal: { exactly: 0 } });
  await retry.click();
  chaos.set({});
  await firmware.expectRestarted();
  await expect(firmware.state).toContainText('→ v1.2.3');
});

test('F21: counter-proof: without the ear for a broken request @nightly', async ({
  page,
  gateway,
  chaos,
}) => {
  await logIn(page);
  test.setTimeout(180_000); // with the build
  await usePageWithout(page, ['brokenUpload']);
  const firmware = new TaskPage(page);
  await page.goto('/firmware/upgrade');
  chaos.set({ bytesPerSecond: BYTES_PER_S });
  await firmware.choose('fw.bin', IMAGE);
  await sendUntil(chaos, chaos.bytesTo('server') + IMAGE.length / 10);
  await expect(firmware.state).toContainText(ON_ITS_WAY);
  const broken = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/firmware'));
  await gateway.kill();
  await broken;
  const value = 100 * (await firmware.button('Try again').count());
  row.counterProof({ ...offered, without: SEAMS.brokenUpload, value, goal: { exactly: 100 } });
  await expect(firmware.state).toContainText(ON_ITS_WAY);
});
