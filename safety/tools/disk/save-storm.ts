import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS, type EndpointName } from '@heliograph/contract';
import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import type { InverterSettings } from '../../../apps/gateway/src/settings/inverter-slots.ts';
import {
  type ConnectSettings,
  connectSettings,
} from '../../../apps/gateway/src/settings/settings-storage.ts';

/** What came of many saves in a short time. */
export interface SaveStorm {
  /** Saves that were not answered as saved. */
  readonly lost: number;
  /** The most saves that were being written at the same time. */
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
export async function saveInAStorm(count: number): Promise<SaveStorm> {
  const broker = await startTestBroker();
  const platform = createTestPlatform('silent');
  const saves = countSaves();
  const gateway = await startTestGateway({ platform, connectSettings: saves.connect });
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
    const numbers = Array.from({ length: count / WAVES }, (_, index) => wave * (count / WAVES) + index);
    const all = numbers.map((number) => (number % 2 === 0 ? rename(`Save ${number}`) : setServer(number)));
    answers.push(...(await Promise.all(all)));
    await clock.advanceAsync(WAVE_MS);
  }
  answers.push(await rename('The last one'));
  await clock.advanceAsync(ANNOUNCE_INTERVAL_MS);
  // With the last one everything before it is there as well.
  await until(clock, () => announcements().at(-1)?.payload.includes('The last one') === true);
  const passedMs = clock.monotonicMs() - startMs;
  const { inverter } = storedSection(gateway.dataFolder, 'inverters') as unknown as InverterSettings;
  return {
    lost: answers.filter((isSaved) => !isSaved).length,
    writesAtOnce: saves.mostAtOnce(),
    announcements: announcements().length,
    announcementsMax: 1 + Math.floor(passedMs / ANNOUNCE_INTERVAL_MS),
    isLastOnDisk: inverter[0]?.name === 'The last one',
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

/** Counts the saves that were begun and are not done. */
function countSaves() {
  let now = 0;
  let most = 0;
  const connect: ConnectSettings = (folder) => {
    const { calls, end } = connectSettings(folder, undefined);
    const save: typeof calls.save = async (...args) => {
      most = Math.max(most, ++now);
      await wait(5); // as in a thread of its own, and on a disk: others may come meanwhile
      return calls.save(...args).finally(() => {
        now -= 1;
      });
    };
    return { calls: { ...calls, save }, end };
  };
  return { connect, mostAtOnce: () => most };
}
