import { CONFIG_FILE, ENDPOINTS, INVERTER_NAME_MAX_LENGTH } from '@heliograph/contract';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startSharedGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import type { Broker } from '@heliograph/testbed/outside/broker.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { SCRIPT_PAYLOADS } from '../tools/browser/script-payloads.ts';

/** B10 beyond the page: where the same texts go to programs, which have to read them as the texts they are. */

const row = openRow('B10');
const NOTHING = { exactly: 0 } as const;
const GARAGE = '112174506011';

/** As many bytes as a name may have, and nothing that a name may not have. */
const NAMES = SCRIPT_PAYLOADS.map((payload) =>
  Buffer.from(payload.replaceAll('\0', ''))
    .subarray(0, INVERTER_NAME_MAX_LENGTH)
    .toString()
    .replaceAll('\ufffd', '')
    .trim(),
);
const CHOSEN = [...new Set(row.isNightly ? NAMES : NAMES.filter((_, index) => index % 5 === 0))];

/** Announcements are at most one in 5 s. */
const PUBLISHED_WITHIN_S = 30;
const BROKER_LAGS_AT_MOST = { timeout: 5_000, interval: 5 } as const;

/** What each way out has made of a name. */
interface Sinks {
  readonly live: string;
  readonly backup: string;
  readonly metric: string;
  readonly mqtt: string;
  readonly discovery: string;
}

/** Gives the first inverter one name after the other, and looks at what leaves the gateway. */
async function nameAll(names: readonly string[]) {
  const logLines: string[] = [];
  const log = createLog({ level: 'trace', writeLine: (line) => logLines.push(line) });
  const broker = await startTestBroker();
  const gateway = await startSharedGateway({ platform: { ...createTestPlatform(), log } });
  const { port, clock } = gateway;
  const get = async (path: string) => (await send(port, path, { headers: login() })).text;
  try {
    const mqtt = JSON.parse(await get(ENDPOINTS.getMqttConfig.path));
    await postData(port, ENDPOINTS.setMqttConfig.path, {
      ...{ ...mqtt, mqtt_enabled: true, mqtt_hass_enabled: true, mqtt_hass_expire: false },
      ...{ mqtt_hostname: '127.0.0.1', mqtt_port: broker.port },
    });
    const { inverter } = JSON.parse(await get(ENDPOINTS.getInverterList.path));
    const own = inverter.find(({ serial }: { readonly serial: string }) => serial === GARAGE);
    const wrong: string[] = [];
    const refused: string[] = [];
    for (const name of names) {
      broker.forget();
      const answer = await postData(port, ENDPOINTS.editInverter.path, { ...own, name });
      if (JSON.parse(answer.text).type !== 'success') {
        refused.push(name);
        continue;
      }
      await get(`/api/${encodeURIComponent(name)}`); // into the log
      const isTold = () => Object.values(told(broker)).every((text) => text === name);
      for (let second = 0; second < PUBLISHED_WITHIN_S && !isTold(); second++) await clock.advanceAsync(1000);
      // The broker is a real one, and may lag behind the clock; a name that never comes shows below.
      await vi.waitUntil(isTold, BROKER_LAGS_AT_MOST).catch(() => undefined);
      const sinks = await look(get, broker);
      wrong.push(
        ...Object.entries(sinks)
          .filter(([, text]) => text !== name && text !== asLabel(name))
          .map(([way, text]) => `${way}: ${text} in place of ${name}`),
      );
    }
    return { wrong, refused, logLines };
  } finally {
    await gateway.dispose();
  }
}

async function look(get: (path: string) => Promise<string>, broker: Broker): Promise<Sinks> {
  const live = JSON.parse(await get(ENDPOINTS.getLiveData.path));
  const backup = JSON.parse(await get(`${ENDPOINTS.getConfigFile.path}?file=${CONFIG_FILE}`));
  const metrics = await get(ENDPOINTS.getPrometheusMetrics.path);
  const label = new RegExp(`\\{[^\\n]*serial="${GARAGE}"[^\\n]*?,name="((?:[^"\\\\\\n]|\\\\.)*)"[},]`).exec(
    metrics,
  );
  const isGarage = ({ serial }: { readonly serial: string | number }) => String(serial) === GARAGE;
  return {
    live: live.inverters.find(isGarage)?.name,
    backup: backup.inverters[0]?.name,
    metric: (label?.[1] ?? '').replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)),
    ...told(broker),
  };
}

function told(broker: Broker): Pick<Sinks, 'mqtt' | 'discovery'> {
  const name = broker.heard.findLast(({ topic }) => topic.endsWith(`/${GARAGE}/name`));
  const announced = broker.heard.findLast(
    ({ topic, payload }) => topic.includes(GARAGE) && topic.endsWith('/config') && payload !== '',
  );
  return {
    mqtt: name?.payload ?? '',
    discovery: announced === undefined ? '' : JSON.parse(announced.payload).dev.name,
  };
}

/** In the metrics what ends a line or steers a terminal is a space; B11 looks at that. */
const asLabel = (name: string) => name.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

/** One event, one line: a time, a level, and nothing that ends a line. */
const isLine = (line: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z \w+ +[^\p{Cc}\u2028\u2029]+$/u.test(line);

describe('texts that run where they are taken for more', { timeout: row.scale(60_000, 240_000) }, () => {
  const wrongTexts = { what: 'names that are other ones in live data, backup, metrics, MQTT or discovery' };

  it('are the same texts for programs: in live data, backups, metrics, MQTT and the log', async () => {
    const { wrong, refused, logLines } = await nameAll(CHOSEN);
    row.figure({
      what: 'payloads as names, for programs',
      value: CHOSEN.length - refused.length,
      goal: { atLeast: row.scale(9, 40) },
    });
    expect.soft(wrong).toEqual([]);
    row.figure({ ...wrongTexts, value: wrong.length, goal: NOTHING });
    const badLines = logLines.filter((line) => !isLine(line));
    row.figure({ what: 'lines of the log that they bend', value: badLines.length, goal: NOTHING });
  });

  it('would be others without the escapes of labels', async () => {
    const quoted = CHOSEN.filter((name) => name.includes('"')).slice(0, 2);
    const { wrong } = await without(['labelEscapes'], () => nameAll(quoted));
    row.counterProof({
      ...wrongTexts,
      without: SEAMS.labelEscapes,
      value: wrong.length,
      goal: NOTHING,
    });
  });
});
