import { ENDPOINTS } from '@heliograph/contract';
import { advanceUntil, createVirtualClock } from '@heliograph/testbed/clock.ts';
import { GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { NO_LIMITS, startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { expect, it } from 'vitest';
import { createLimitedLog } from '../../apps/gateway/src/platform/limited-log.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { countStatus, openListener } from '../tools/network/listeners.ts';

/** L9: what strangers can make the gateway write down, as often as they like. */

const row = openRow('L9');
const TRIES = row.scale(150, 1500);
const MINUTES = row.scale(3, 30);
/** In the first minute, then in each further one: of each message the lines it may have, and what was left out. */
const linesMax = (messages: number) => messages * (20 + 2 * MINUTES);

const CAUSES = [
  ['refused upgrades', 'There is no room for another socket.'],
  ['refused logins', 'A login was refused.'],
  ['orders by MQTT', 'A command arrived by MQTT.'],
  ['senseless orders by MQTT', 'An MQTT message was ignored.'],
] as const;
const linesAbout = (lines: readonly string[], message: string) =>
  lines.filter((line) => line.includes(message)).length;

async function connectBroker(gateway: TestGateway) {
  const broker = await startTestBroker();
  const { path } = ENDPOINTS.getMqttConfig;
  const config = JSON.parse((await send(gateway.port, path, { headers: login() })).text);
  const here = { mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port };
  await postData(gateway.port, path, { ...config, ...here });
  const isConnected = async () =>
    gateway.logLines.some((line) => line.includes('Connected to the MQTT broker'));
  await advanceUntil(gateway.clock, isConnected);
  return broker;
}

it('is told in full at first, and then counted (L9)', {
  timeout: row.scale(120_000, 1_200_000),
}, async () => {
  const limits = { ...NO_LIMITS, socketsPerAddressMax: 1 };
  const gateway = await startTestGateway({ platform: createTestPlatform('info'), limits });
  const { port, clock, logLines } = gateway;
  const broker = await connectBroker(gateway);
  const inside = await openListener(port, { from: '127.0.0.1' });
  let refused = 0;
  let sent = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let count = 0; count < TRIES / MINUTES; count++, sent++) {
      refused += countStatus([await openListener(port, { from: '127.0.0.1' })], 503);
      await send(port, ENDPOINTS.getDtuConfig.path, { headers: login(`wrong password ${sent}`) });
      await broker.say(`solar/${GARAGE}/cmd/limit_nonpersistent_relative`, String(10 + (sent % 80)));
      await broker.say(`solar/${GARAGE}/cmd/limit_nonpersistent_relative`, 'x'.repeat(200));
    }
    await clock.advanceAsync(60_000);
  }
  expect(refused).toBe(sent);
  if (typeof inside === 'object') inside.socket.terminate();
  const about = CAUSES.map(([, message]) => linesAbout(logLines, message));
  row.figure({
    ...{ what: `lines that ${4 * sent} acts of strangers make in ${MINUTES} minutes`, unit: 'lines' },
    value: about.reduce((sum, count) => sum + count, 0),
    goal: { atMost: linesMax(CAUSES.length) },
  });
  const untold = CAUSES.filter((_, index) => (about[index] ?? 0) < 20).map(([what]) => what);
  expect(untold.filter((what) => what !== 'refused logins')).toEqual([]); // of these the throttle lets few through
  expect(about[1]).toBeGreaterThan(0);
  const counted = logLines.filter((line) => line.includes('Further lines like this one were left out.'));
  expect(counted.some((line) => line.includes('There is no room for another socket.'))).toBe(true);
});

it('would fill the disk without the count', { timeout: 60_000 }, async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => lines.push(line) });
  const clock = createVirtualClock();
  const limited = createLimitedLog({ log, clock });
  const perMinute = 1000;
  await without(['repeatedLines'], () => {
    for (let minute = 0; minute < MINUTES; minute++) {
      for (let count = 0; count < perMinute; count++) limited.info('There is no room for another socket.');
      clock.advance(60_000);
    }
  });
  row.counterProof({
    ...{
      what: `lines that ${perMinute} refused upgrades a minute make in ${MINUTES} minutes`,
      unit: 'lines',
    },
    without: SEAMS.repeatedLines,
    value: lines.length,
    goal: { atMost: linesMax(1) },
  });
});
