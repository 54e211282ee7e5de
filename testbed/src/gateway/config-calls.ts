import { CONFIG_FILE, ENDPOINTS, type EndpointName } from '@heliograph/contract';
import { advanceUntil } from '../clock.ts';
import { type Answer, login, send } from '../outside/http-client.ts';
import type { TestGateway } from './start-gateway.ts';
import { configPart, formOf, upload } from './upload-form.ts';

/** Everything that can be set. */
const SETTINGS = [
  ...(['getNetworkConfig', 'getNtpConfig', 'getMqttConfig', 'getDtuConfig', 'getDeviceConfig'] as const),
  ...(['getSecurityConfig', 'getInverterList'] as const),
] as const satisfies readonly EndpointName[];

type Target = Pick<TestGateway, 'port'>;

export async function textOf({ port }: Target, name: EndpointName, password?: string): Promise<string> {
  return (await send(port, ENDPOINTS[name].path, { headers: login(password) })).text;
}

/** The answers of all settings, as JSON, by their names. */
export async function settingsOf(
  gateway: Target,
  password?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const texts = await Promise.all(SETTINGS.map((name) => textOf(gateway, name, password)));
  return Object.fromEntries(texts.map((text, index) => [SETTINGS[index], JSON.parse(text)]));
}

/** Uploads a file as the web app does; anything but text and bytes as JSON. */
export function restore(
  { port }: Target,
  content: unknown,
  { name = CONFIG_FILE, password }: { readonly name?: string; readonly password?: string } = {},
): Promise<Answer> {
  const bytes =
    content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content);
  const query = `?file=${encodeURIComponent(name)}`;
  return upload(port, 'restoreConfig', formOf([configPart(bytes)]), { query, headers: login(password) });
}

/** Waits until the gateway has come back from its first restart, where this is the password. */
export function restarted(gateway: TestGateway, password?: string): Promise<void> {
  return advanceUntil(gateway.clock, async () => {
    const { resetreason_0 } = JSON.parse(await textOf(gateway, 'getSystemStatus', password));
    return resetreason_0 === 'Software restart';
  });
}

/** Lets time pass, and tells whether the gateway restarted meanwhile. */
export async function restarts(gateway: TestGateway): Promise<boolean> {
  await gateway.clock.advanceAsync(5000);
  return gateway.logLines.some((line) => line.includes('is restarting'));
}
