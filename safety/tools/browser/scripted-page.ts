import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { expect, type Page, type PlaywrightTestOptions } from '@playwright/test';
import { GatewayApi } from '../../../e2e/gateway-api.ts';
import { type ScriptedDevice, startScriptedDevice } from './scripted-device.ts';

export interface ScriptedFixtures {
  /** Stands in place of the gateway. */
  readonly device: ScriptedDevice;
}

type Use<Value> = (value: Value) => Promise<void>;

type StorageState = PlaywrightTestOptions['storageState'];

const USER = { type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') };

interface WireLiveData {
  readonly inverters: readonly {
    readonly events: number;
    readonly '0'?: { readonly Frequency?: { readonly v: number | null } };
  }[];
}

/** Every inverter has told its values and its events: what is answered from then on has all its parts. */
async function heard(gatewayUrl: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { inverters } = await new GatewayApi(gatewayUrl).get<WireLiveData>('/api/livedata/status');
        return inverters.every((inverter) => inverter.events > 0 && (inverter[0]?.Frequency?.v ?? 0) > 0);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** Fixtures of a browser test whose page, the admin's, gets what the test scripts. */
export const SCRIPTED = {
  async device({ gateway }: { gateway: GatewayProcess }, use: Use<ScriptedDevice>): Promise<void> {
    await heard(gateway.url);
    const device = await startScriptedDevice(gateway.url);
    await use(device);
    await device.close();
  },
  async baseURL({ device }: { device: ScriptedDevice }, use: Use<string | undefined>): Promise<void> {
    await use(device.url);
  },
  async storageState({ device }: { device: ScriptedDevice }, use: Use<StorageState>): Promise<void> {
    const localStorage = [{ name: 'user', value: JSON.stringify(USER) }];
    await use({ cookies: [], origins: [{ origin: device.url, localStorage }] });
  },
};

/** What a page shows once it has settled. */
export interface Shown {
  /** Of the main part, and of a dialog above it. */
  readonly text: string;
  /** Where the page is. */
  readonly path: string;
}

/** Actions of the live view, each with a dialog of its own. */
export const DIALOGS = ['Set limit', 'Power on/off', 'Device info', 'Event log'] as const;
export type Dialog = (typeof DIALOGS)[number];

/** Longer than any call of a page waits. */
const SETTLE_MS = 20_000;

/** Goes to a route within the page, which must be open, by way of one that asks nothing. */
export function visit(page: Page, path: string): Promise<Shown> {
  return page.evaluate(
    async ({ to, withinMs }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      history.pushState(null, '', '/about');
      await frame();
      history.pushState(null, '', to);
      await frame();
      const until = performance.now() + withinMs;
      const main = () => document.querySelector('main')?.innerText.trim() ?? '';
      // Until its code and texts have come, a page is nothing or its heading.
      const isThere = () => document.querySelector('main > :not(h1)') !== null;
      const isWaiting = () => !isThere() || main() === '' || main().includes('Loading…');
      while (isWaiting() && performance.now() < until) await frame();
      await frame();
      return { text: main(), path: location.pathname };
    },
    { to: path, withinMs: SETTLE_MS },
  );
}

/** Opens a dialog of the live view, which must be open, looks at it and closes it again. */
export async function lookAtDialog(
  page: Page,
  name: Dialog,
  look: () => Promise<void> = async () => undefined,
): Promise<Shown> {
  await page.getByRole('toolbar').getByRole('button', { name }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  await page.waitForFunction(() => !document.querySelector('dialog[open]')?.textContent.includes('Loading'));
  const text = await dialog.innerText();
  await look();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return { text, path: '/' };
}
