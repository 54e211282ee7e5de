import { ENDPOINTS, type EndpointName } from '@heliograph/contract';
import { storedContents } from '@heliograph/testbed/disk/stored-settings.ts';
import { restarted, settingsOf, textOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';
import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { tryParallelSaves } from '../tools/disk/parallel-saves.ts';

/** F6: fifty writers at once. */

const row = openRow('F6');
const WRITERS = 50;
const INVERTERS = 10;
const ROUNDS = row.scale(1, 20);
const TIMEOUT = { timeout: 300_000 };
const DISPLAY = { show_logo: true, power_safe: true, screensaver: true };

/** What writer number `index` posts; the first ones add an inverter each, the others share five sections. */
async function write(
  { port }: TestGateway,
  settings: Record<string, object>,
  index: number,
): Promise<unknown> {
  const post = async (name: EndpointName, data: object) =>
    resultOf(await postData(port, ENDPOINTS[name].path, data));
  const { getDtuConfig, getNtpConfig, getMqttConfig, getNetworkConfig } = settings;
  const { dtu_serial, dtu_palevel } = Object(getDtuConfig);
  if (index < INVERTERS) {
    return post('addInverter', { serial: `11418000000${index}`, name: `Writer ${index}` });
  }
  switch (index % 5) {
    case 0:
      // Under one name each: of two that differ from what is kept nobody could say which is meant.
      return post('setDtuConfig', { dtu_serial, dtu_palevel, dtu_pollinterval: index });
    case 1:
      return post('setNtpConfig', { ...getNtpConfig, ntp_server: `writer${index}.test` });
    case 2:
      return post('setMqttConfig', { ...getMqttConfig, mqtt_topic: `writer${index}/` });
    case 3:
      return post('setNetworkConfig', { ...getNetworkConfig, hostname: `writer${index}` });
    default:
      return post('setDeviceConfig', { display: { ...DISPLAY, contrast: index } });
  }
}

const SECOND = 'gateways that start on a folder that another one has';

/** How many more start on a folder: at once, and after the first one has saved and has restarted. */
async function secondStarts(): Promise<number> {
  const first = await startTestGateway({ scenario: 'no-inverters' });
  const { dataFolder } = first;
  const started: TestGateway[] = [];
  const trySecond = async () => {
    const second = await startTestGateway({ dataFolder, scenario: 'no-inverters' }).catch(refusalOf);
    if (second !== undefined) started.push(second);
  };
  await trySecond();
  await postData(first.port, ENDPOINTS.setDeviceConfig.path, { display: { ...DISPLAY, contrast: 7 } });
  await trySecond();
  await postData(first.port, ENDPOINTS.reboot.path, { reboot: true });
  await restarted(first);
  await trySecond();
  for (const second of started) await second.stopNow();
  await first.stopNow();
  return started.length;
}

function refusalOf(error: unknown): undefined {
  if (!String(error).includes('already uses the data folder')) throw error;
}

describe('a folder in use', TIMEOUT, () => {
  it('is refused to whoever else wants to write there', async () => {
    row.figure({ what: SECOND, value: await secondStarts(), goal: { exactly: 0 } });
    const value = await without(['folderLock'], secondStarts);
    row.counterProof({ what: SECOND, without: SEAMS.folderLock, value, goal: { exactly: 0 } });
  });
});

describe('writers at once', TIMEOUT, () => {
  it('over HTTP all count, and are counted', async () => {
    let lost = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const gateway = await startTestGateway({ scenario: 'no-inverters' });
      const settings = (await settingsOf(gateway)) as Record<string, object>;
      const all = Array.from({ length: WRITERS }, (_, index) => write(gateway, settings, index));
      const results = await Promise.all(all);
      const { inverter } = JSON.parse(await textOf(gateway, 'getInverterList'));
      const counted = storedContents(gateway.dataFolder).saveCount - 1;
      const before = await settingsOf(gateway);
      await gateway.stopNow();
      const again = await startTestGateway({ dataFolder: gateway.dataFolder, scenario: 'no-inverters' });
      const isKept = JSON.stringify(await settingsOf(again)) === JSON.stringify(before);
      lost += results.filter((code) => code !== 1001 && code !== 4004).length;
      lost += WRITERS - counted + (INVERTERS - inverter.length) + (isKept ? 0 : 1);
    }
    const what = `updates lost, of ${WRITERS * ROUNDS} over HTTP`;
    row.figure({ what, value: lost, goal: { exactly: 0 } });
  });

  const WHAT = `updates lost or out of order, of ${WRITERS} of one section`;
  const GOAL = { exactly: 0 } as const;
  const bad = ({ lost, outOfOrder }: Awaited<ReturnType<typeof tryParallelSaves>>) => lost + outOfOrder;

  it('of one section all count, one after the other', async () => {
    row.figure({ what: WHAT, value: bad(await tryParallelSaves(WRITERS)), goal: GOAL });
  });

  it('would lose something where they did not wait for each other', async () => {
    const value = bad(await without(['queueOfWrites'], () => tryParallelSaves(WRITERS)));
    row.counterProof({ what: WHAT, without: SEAMS.queueOfWrites, value, goal: GOAL });
  });
});
