import { ENDPOINTS, type EndpointName } from '@heliograph/contract';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';
import { highest, percentile } from '../tools/statistics.ts';

/** L8: start after start, with settings that are as large as they can be. */

const row = openRow('L8');
const STARTS = row.scale(1, 50);
const long = (bytes: number) => 'x'.repeat(bytes);

async function read(port: number, name: EndpointName) {
  return JSON.parse((await send(port, ENDPOINTS[name].path, { headers: login() })).text);
}

/** Every text as long as it may be. */
async function fillSettings(port: number): Promise<void> {
  const { inverter } = await read(port, 'getInverterList');
  const channel = Array.from({ length: 4 }, () => ({ name: long(31), max_power: 65_535 }));
  const save = async (name: EndpointName, change: object, before: object = {}) =>
    resultOf(await postData(port, ENDPOINTS[name].path, { ...before, ...change }));
  const results = [
    await save('setNtpConfig', {
      ntp_server: long(32),
      ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
      ntp_timezone_descr: long(50),
    }),
    await save(
      'setMqttConfig',
      {
        ...{
          mqtt_hostname: long(128),
          mqtt_username: long(64),
          mqtt_password: long(64),
          mqtt_topic: `${long(31)}/`,
        },
        ...{
          mqtt_root_ca_cert: long(2560),
          mqtt_lwt_topic: long(32),
          mqtt_lwt_online: long(20),
          mqtt_lwt_offline: long(20),
        },
        ...{ mqtt_enabled: true, mqtt_hass_enabled: true, mqtt_hass_topic: `${long(31)}/` },
      },
      await read(port, 'getMqttConfig'),
    ),
    await save(
      'setNetworkConfig',
      { hostname: long(32), ssid: long(32), password: long(64) },
      await read(port, 'getNetworkConfig'),
    ),
  ];
  for (const { id, serial } of inverter) {
    const { length } = inverter.find((one: { id: number }) => one.id === id).channel;
    results.push(
      await save('editInverter', { id, serial, name: long(31), channel: channel.slice(0, length) }),
    );
  }
  expect(results).toEqual([1001, 1001, 1001, ...Array(10).fill(4007)]);
}

describe('cold starts', { timeout: 600_000 }, () => {
  it('bring everything back, and soon', async () => {
    const gateway = await startGatewayProcess({ scenario: 'ten-inverters', seed: row.seed });
    try {
      const { port } = gateway;
      await fillSettings(port);
      const stored = JSON.stringify(await read(port, 'getMqttConfig'));
      const listeningMs: number[] = [];
      const liveMs: number[] = [];
      let incomplete = 0;
      for (let count = 0; count < STARTS; count++) {
        await gateway.end();
        const startMs = performance.now();
        await gateway.startAgain();
        listeningMs.push(performance.now() - startMs);
        const { inverters } = await read(port, 'getLiveData');
        liveMs.push(performance.now() - startMs);
        const isWhole =
          inverters.length === 10 && inverters.every(({ name }: { name: string }) => name === long(31));
        if (!isWhole || JSON.stringify(await read(port, 'getMqttConfig')) !== stored) incomplete += 1;
      }
      row.figure({
        what: `starts without all settings, of ${STARTS}`,
        value: incomplete,
        goal: { exactly: 0 },
      });
      const timed = (what: string, value: number, below: number) =>
        row.figure({ what, value: Math.round(value), unit: 'ms', goal: { below }, isTimed: true });
      timed('until it listens, at most', highest(listeningMs), 1_500);
      timed('until it listens, half of them', percentile(listeningMs, 0.5), 1_500);
      timed('until the first live data, at most', highest(liveMs), 2_000);
    } finally {
      await gateway.dispose();
    }
  });
});
