import { Agent, request } from 'node:http';
import { ENDPOINTS, type EndpointName, type PostName } from '@heliograph/contract';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { createMemorySettings } from '@heliograph/testbed/disk/memory-settings.ts';
import { BARE_HOST, CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { serverParts } from '@heliograph/testbed/gateway/server-parts.ts';
import { openStore } from '@heliograph/testbed/gateway/test-settings.ts';

import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { login, readAnswer } from '@heliograph/testbed/outside/http-client.ts';
import { createConfigFiles } from '../../../apps/gateway/src/config-files/config-files.ts';
import { createFleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { createGatewayServer } from '../../../apps/gateway/src/http/gateway-server.ts';
import { createFirstSettings } from '../../../apps/gateway/src/settings/first-settings.ts';
import { type Sections, sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import { supportedInverters } from '../../../apps/gateway/src/sources/radio/supported-inverters.ts';

/** Of these many may fail only, then they are answered 429: who guesses would guess there. */
export const GUESSED_AT: readonly PostName[] = ['finishOpenId', 'logInWithPasskey', 'openShare'];

export interface TargetAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * The HTTP server of a gateway with its settings on a disk in memory: each POST can be held against what is remembered
 * and against what was written. No inverter is near, nothing restarts by itself.
 */
export interface PostTarget {
  readonly port: number;
  /** As much as is between two requests: what the gateway writes by itself from time to time is written then. */
  passTime(): Promise<void>;
  /** A GET, or a POST with this text in its field `data`. Status 0: the server has closed before all was sent. */
  call(name: EndpointName, password: string, data?: string): Promise<TargetAnswer>;
  /** All settings in memory. */
  settings(): Sections;
  /** All settings as the next start would find them. */
  settingsOnDisk(): Promise<Sections>;
  /** What was done to the disk so far, each step once. */
  diskSteps(): number;
  /** Restarts that were asked for. */
  restarts(): number;
  /** What the log says of warnings and errors. */
  readonly logLines: readonly string[];
  close(): Promise<void>;
}

/** Clients may send 60 requests a second. */
const BETWEEN_REQUESTS_MS = 20;
const SERIAL = '112174506011';

export async function openPostTarget(): Promise<PostTarget> {
  const platform = { ...createTestPlatform('warn'), host: BARE_HOST };
  const { clock, log, host, randomBytes } = platform;
  const disk = createCrashDisk();
  const inverter = { serial: SERIAL, name: 'Roof', channel: [{ name: 'East', max_power: 400 }] };
  const options = { randomBytes, hashCost: CHEAP_HASH, host, firstPassword: undefined };
  const first = createFirstSettings({ ...options, inverters: [inverter], pollIntervalS: 5 });
  const memory = createMemorySettings();
  const openSettings = () => openStore({ directory: disk, first, log, connect: memory.connect });
  const { settings } = await openSettings();
  let restarts = 0;
  const fleet = createFleet({ clock, configs: supportedInverters([inverter]) });
  const server = await createGatewayServer({
    ...(await serverParts({ ...platform, openDataDirectory: async () => disk }, '', settings)),
    ...{ platform, settings, directory: disk, fleet, totals: testTotals(fleet, clock) },
    orders: {
      place: (serial, action, origin) =>
        serial === SERIAL ? { id: '1', serial, action, origin, steps: [] } : undefined,
      obstacle: () => undefined,
      all: () => [],
      current: () => [],
    },
    configFiles: createConfigFiles({ ...options, directory: disk, settings, first, log, unixMs: () => 0 }),
    restartSoon: () => {
      restarts += 1;
    },
  });
  const port = await server.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  return {
    port,
    passTime: () => clock.advanceAsync(BETWEEN_REQUESTS_MS),
    call: (name, password, data) => call({ agent, port, name, password, data }),
    settings: () => sectionsFrom(settings.get),
    settingsOnDisk: async () => sectionsFrom((await openSettings()).settings.get),
    diskSteps: () => disk.operations.length + memory.writes(),
    restarts: () => restarts,
    logLines: platform.logLines,
    async close() {
      agent.destroy();
      const stopped = server.stop();
      await clock.advanceAsync(2000);
      await stopped;
    },
  };
}

const BOUNDARY = 'a-boundary-of-no-text';

function call(options: {
  readonly agent: Agent;
  readonly port: number;
  readonly name: EndpointName;
  readonly password: string;
  readonly data: string | undefined;
}): Promise<TargetAnswer> {
  const { agent, port, name, password, data } = options;
  const { method, path } = ENDPOINTS[name];
  const headers = { ...login(password), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, text: '' });
    const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (incoming) => {
      readAnswer(incoming).then(({ status, text }) => resolve({ status, text }), fail);
    });
    outgoing.on('error', fail);
    outgoing.end(data === undefined ? undefined : formOf(data));
  });
}

function formOf(data: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"\r\n\r\n${data}\r\n--${BOUNDARY}--\r\n`;
}
