import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, type EndpointName } from '@heliograph/contract';
import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { SECTION_NAMES } from '../../../apps/gateway/src/settings/sections.ts';

/** What came of many saves in a short time. */
export interface SaveStorm {
  /** Saves that were not answered as saved. */
  readonly lost: number;
  /** The most settings files that were being written at the same time. */
  readonly writesAtOnce: number;
  /** How often everything was announced to Home Assistant, and how often it may be in that time. */
  readonly announcements: number;
  readonly announcementsMax: number;
  readonly isLastOnDisk: boolean;
}

const WAVES = 10;
const WAVE_MS = 1_000;
const ANNOUNCE_INTERVAL_MS = 5_000;
/** The Home Assistant topic of one of the entities of the inverter that is saved. */
const ENTITY = new RegExp(`^homeassistant/sensor/.*${GARAGE}.*/config$`);

/**
 * Saves the name of an inverter and the time server in turn, in waves of many at once with a second of time after
 * each, and ends with one more name. A file of its own, so that guards can be taken out of a copy.
 */
export async function saveInAStorm(saves: number): Promise<SaveStorm> {
  const broker = await startTestBroker();
  const platform = createTestPlatform('silent');
  const files = countWrites();
  const gateway = await startTestGateway({
    platform: {
      ...platform,
      openDataDirectory: async (path) => files.watch(await platform.openDataDirectory(path)),
    },
  });
  const { clock, port } = gateway;
  const announced = () => broker.heard.filter(({ topic }) => ENTITY.test(topic));
  await turnMqttOn(port, broker.port);
  await until(clock, () => announced().length > 0);
  const [first] = announced();
  const announcements = () => announced().filter(({ topic }) => topic === first?.topic);

  const post = async (name: EndpointName, data: object) => {
    const { status, text } = await postData(port, ENDPOINTS[name].path, data).catch(() => NO_ANSWER);
    return status === 200 && JSON.parse(text).type === 'success';
  };
  const rename = (name: string) =>
    post('editInverter', { id: 0, serial: GARAGE, name, channel: [{ name: 'Roof', max_power: 400 }] });
  const setServer = (number: number) =>
    post('setNtpConfig', {
      ...{ ntp_server: `time${number}.test`, ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' },
    });

  const startMs = clock.monotonicMs();
  broker.forget();
  const answers: boolean[] = [];
  for (let wave = 0; wave < WAVES; wave++) {
    const numbers = Array.from({ length: saves / WAVES }, (_, index) => wave * (saves / WAVES) + index);
    const all = numbers.map((number) => (number % 2 === 0 ? rename(`Save ${number}`) : setServer(number)));
    answers.push(...(await Promise.all(all)));
    await clock.advanceAsync(WAVE_MS);
  }
  answers.push(await rename('The last one'));
  await clock.advanceAsync(ANNOUNCE_INTERVAL_MS);
  // With the last one everything before it is there as well.
  await until(clock, () => announcements().at(-1)?.payload.includes('The last one') === true);
  const passedMs = clock.monotonicMs() - startMs;
  const { body } = JSON.parse(await readFile(join(gateway.dataFolder, 'inverters.json'), 'utf8'));
  return {
    lost: answers.filter((isSaved) => !isSaved).length,
    writesAtOnce: files.mostAtOnce(),
    announcements: announcements().length,
    announcementsMax: 1 + Math.floor(passedMs / ANNOUNCE_INTERVAL_MS),
    isLastOnDisk: body.inverter[0]?.name === 'The last one',
  };
}

async function turnMqttOn(port: number, brokerPort: number): Promise<void> {
  const { path } = ENDPOINTS.getMqttConfig;
  const before = JSON.parse((await send(port, path, { headers: login() })).text);
  const here = { mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: brokerPort };
  await postData(port, path, { ...before, ...here, mqtt_hass_enabled: true });
}

const NO_ANSWER = { status: 0, text: '' };
const PATIENCE_MS = 60_000;

/** Waits for what the broker hears; meanwhile a little time passes for the gateway, which tries again where it must. */
function until(clock: VirtualClock, isSo: () => boolean): Promise<void> {
  const check = async () => {
    if (isSo()) return true;
    await clock.advanceAsync(20);
    return isSo();
  };
  return eventually(check, { what: 'the broker hears of it', timeoutMs: PATIENCE_MS, everyMs: 5 });
}

/** Counts the settings files that are between their first byte and their name. */
function countWrites() {
  const unfinished = new Set(SECTION_NAMES.map((name) => `${name}.json.tmp`));
  let now = 0;
  let most = 0;
  return {
    mostAtOnce: () => most,
    watch: (directory: DataDirectory): DataDirectory => ({
      ...directory,
      write(name, bytes) {
        if (unfinished.has(name)) most = Math.max(most, ++now);
        return directory.write(name, bytes);
      },
      rename: (name, newName) =>
        directory.rename(name, newName).finally(() => {
          if (unfinished.has(name)) now -= 1;
        }),
    }),
  };
}
