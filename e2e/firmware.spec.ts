import { gzipSync } from 'node:zlib';
import { firmwareImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { expectAccessibleAtNight, expectNoSidewaysScroll, watchForErrors } from './checks.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { Modal } from './pages/modal.ts';
import { TaskPage } from './pages/task-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

const FIRST = firmwareImage({ version: 'v1.2.3', codeBytes: 600_000 });
const SECOND = gzipSync(firmwareImage({ version: 'v1.3.0', codeBytes: 600_000 }));
/** Slow enough to be looked at: the rest goes at full speed. */
const SLOW_BYTES_PER_S = 100_000;

interface SystemStatus {
  readonly heliograph_version: string;
  readonly heliograph_commit: string;
  readonly heliograph_image: string;
}

test('@nightly an image is checked, sent and kept, on a slow network too, and never said to run', async ({
  page,
  bar,
  api,
}) => {
  test.slow();
  const firmware = new TaskPage(page);
  const errors = await watchForErrors(page);
  const before = await api.get<SystemStatus>('/api/system/status');
  const own = `${before.heliograph_version} (${before.heliograph_commit})`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/firmware/upgrade');

  await test.step('what is certainly wrong is not sent', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const [content, text] of [
      [Buffer.from('not firmware'), 'This is a text file, not firmware.'],
      [Buffer.from('\x89PNG\r\n', 'latin1'), 'This is a picture, not firmware.'],
      [Buffer.from('PK\x03\x04'), 'This is a ZIP file.'],
      [gzipSync('not firmware'), 'This compressed file contains no firmware for an ESP32.'],
      [Buffer.alloc(500), 'This is not firmware for an ESP32.'],
      [FIRST.subarray(0, -20), 'This file is incomplete or damaged.'],
      [SECOND.subarray(0, 5000), 'The compressed file is damaged or incomplete.'],
    ] as const) {
      await firmware.choose('fw.bin', content);
      await expect(firmware.state).toContainText(text);
      await expect(firmware.state).toContainText('Nothing was sent.');
      await expect(firmware.state).not.toContainText('failed');
      await firmware.button('Back').click();
    }
    expect(requests.filter((url) => url.includes('/api/firmware'))).toEqual([]);
  });

  await test.step('it shows how far it is, and is not left without a question', async () => {
    await firmware.throttleUpload(SLOW_BYTES_PER_S);
    await firmware.choose('fw.bin', FIRST);
    await expect(firmware.state).toContainText(/Sending…\s*[1-9]\d?%/);
    await expectAccessibleAtNight(page, 'sending');
    await expectNoSidewaysScroll(page, 'sending');
    const question = new Modal(page, 'Cancel sending?');
    await page.getByRole('link', { name: 'Heliograph' }).click();
    await expectAccessibleAtNight(page, 'the question before leaving');
    await question.button('Continue').click();
    await firmware.throttleUpload(undefined);
  });

  await test.step('the image is kept, and what runs is the gateway itself', async () => {
    await firmware.expectRestarted();
    await expect(firmware.state).toContainText('Stored image: none → v1.2.3');
    await expect(firmware.state).toContainText(`Heliograph ${own} keeps running.`);
    await expectAccessibleAtNight(page, 'after an upgrade');
    const now = await api.get<SystemStatus>('/api/system/status');
    expect(now).toMatchObject({ ...RUNNING(before), heliograph_image: 'v1.2.3' });
    await firmware.button('Reload the page').click();
    await expect(firmware.card('Firmware')).toContainText('v1.2.3');
    await expect(firmware.card('Heliograph')).toContainText(own);
    await expect(firmware.file).toBeVisible();
  });

  await test.step('a packed one is the same; an older one is asked about', async () => {
    await firmware.choose('fw.bin.gz', SECOND);
    await firmware.expectRestarted();
    await expect(firmware.state).toContainText('Stored image: v1.2.3 → v1.3.0');
    await firmware.button('Back').click();
    await firmware.choose('fw.bin', FIRST);
    await expect(firmware.state).toContainText('Version v1.2.3 is older than the stored v1.3.0.');
    await expectAccessibleAtNight(page, 'a doubt');
    await firmware.button('Back').click();
    await expect(firmware.card('Firmware')).toContainText('v1.3.0');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectTranslatedAtNight(bar, firmware.main, {
      what: 'the firmware page',
      same: ['v1.3.0', 'Firmware', 'Heliograph', own, /^git pull/],
    });
    expect(errors.filter((text) => !/ERR_|WebSocket/.test(text))).toEqual([]);
  });
});

/** What must not change by an image. */
const RUNNING = ({ heliograph_version, heliograph_commit }: SystemStatus) => ({
  heliograph_version,
  heliograph_commit,
});

test('@nightly a gateway that refuses loses nothing', async ({ page, api }) => {
  test.slow();
  const firmware = new TaskPage(page);
  const { heliograph_image: before } = await api.get<SystemStatus>('/api/system/status');
  await page.goto('/firmware/upgrade');

  await test.step('it refuses for a reason with words of the page, or in those of its status', async () => {
    const broken = Buffer.from(FIRST);
    broken[400_000] = (broken[400_000] ?? 0) ^ 1;
    await firmware.choose('fw.bin', broken);
    await expect(firmware.state.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(firmware.state).toContainText('This firmware is damaged: its checksum is wrong.');
    await expectAccessibleAtNight(page, 'a failed upload');
    await page.route('**/api/firmware/update', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<p>no</p>' }),
    );
    await firmware.button('Try again').click();
    await expect(firmware.state).toContainText('[HTTP ERROR] Forbidden');
    await page.unroute('**/api/firmware/update');
    expect((await api.get<SystemStatus>('/api/system/status')).heliograph_image).toBe(before);
  });

  await test.step('it takes the right one then', async () => {
    await firmware.button('Back').click();
    await firmware.choose('fw.bin', FIRST);
    await firmware.expectRestarted();
    await expect(firmware.state).toContainText('→ v1.2.3');
  });
});
