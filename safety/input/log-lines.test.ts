import { CONFIG_FILE, ENDPOINTS, PIN_PROFILE_FILE } from '@heliograph/contract';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import type { TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startSharedGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { FORGED, LINE_BREAKERS, sayLineBreakers } from '../tools/input/line-breakers.ts';

const row = openRow('B11');
const timeout = row.scale(120_000, 240_000);

const BREAKERS = row.isNightly ? LINE_BREAKERS : LINE_BREAKERS.filter((_, index) => index % 2 === 0);

/** A line of the log, and nothing in it that ends a line or steers a terminal anywhere. */
const LINE =
  /^\d{4}-\d\d-\d\dT[\d:.]+Z (error|warn |info |debug|trace) [^\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff]+$/u;
/** As some programs split a text, and not only at line feeds. */
const ANY_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

interface Said {
  readonly logLines: readonly string[];
  /** Of the console socket, without their ends. */
  readonly consoleLines: readonly string[];
  readonly metricLines: readonly string[];
  /** The header of the two files of a backup. */
  readonly dispositions: readonly (string | undefined)[];
}

/** Tells a gateway whatever breaks lines, in every place, and collects what it says. */
async function provoke(): Promise<Said> {
  const logLines: string[] = [];
  const log = createLog({ level: 'trace', writeLine: (line) => logLines.push(line) });
  const gateway = await startSharedGateway({ platform: { ...createTestPlatform(), log } });
  try {
    const { port } = gateway;
    const console = await openSocket(port, { headers: login() }, '/console');
    await sayLineBreakers(gateway, BREAKERS);
    await saySameByMqtt(gateway, logLines);
    await gateway.clock.advanceAsync(2000);
    await console.settle();
    const metrics = await send(port, ENDPOINTS.getPrometheusMetrics.path, { headers: login() });
    const dispositions = await Promise.all(
      [CONFIG_FILE, PIN_PROFILE_FILE].map(async (name) => {
        const path = `${ENDPOINTS.getConfigFile.path}?file=${name}`;
        return (await send(port, path, { headers: login() })).headers['content-disposition'];
      }),
    );
    return {
      ...{ logLines, dispositions },
      consoleLines: console.messages.flatMap((text) => text.replace(/\r\n$/, '').split('\r\n')),
      metricLines: metrics.text.trimEnd().split(ANY_BREAK),
    };
  } finally {
    await gateway.dispose();
  }
}

/** Topics, payloads and answers of brokers. */
async function saySameByMqtt(gateway: TestGateway, logLines: readonly string[]): Promise<void> {
  const broker = await startTestBroker();
  const path = ENDPOINTS.getMqttConfig.path;
  const config = JSON.parse((await send(gateway.port, path, { headers: login() })).text);
  const use = (change: object) =>
    postData(gateway.port, path, { ...config, mqtt_enabled: true, mqtt_hostname: '127.0.0.1', ...change });
  const isLogged = (text: string) => async () => logLines.some((line) => line.includes(text));
  await use({ mqtt_port: broker.port });
  await advanceUntil(gateway.clock, isLogged('Connected to the MQTT broker'));
  for (const [index, breaker] of BREAKERS.entries()) {
    const name = breaker.replaceAll('\0', ''); // no topic has one
    await broker.say(`solar/1141${index}${name}${FORGED}/cmd/power`, `x${breaker}${FORGED}`);
  }
  await expect
    .poll(() => logLines.filter((line) => line.includes('MQTT message was ignored')).length)
    .toBe(BREAKERS.length);
  const odd = await startScriptedBroker((socket) =>
    socket.end(`HTTP/1.1 400 x\u001b[31m\n${FORGED}\r\n\r\n`),
  );
  await use({ mqtt_port: odd.port, mqtt_username: `x\u2028${FORGED}` });
  await advanceUntil(gateway.clock, isLogged(`port=${odd.port}`));
}

const isMetric = (line: string) => /^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? -?[\d.]+)$/.test(line);

const badLinesOfLog = ({ logLines }: Said) => logLines.filter((line) => !LINE.test(line));
const badLinesOfConsole = ({ consoleLines }: Said) =>
  consoleLines.filter((line) => !LINE.test(`2026-11-21T12:00:00Z ${line}`));
const badLinesOfMetrics = ({ metricLines }: Said) => metricLines.filter((line) => !isMetric(line));

/** What is looked at, and what it would not hold without. */
const LOOKS = [
  ['broken or forged lines of the log', badLinesOfLog, 'logEscapes'],
  ['broken or forged lines of the console', badLinesOfConsole, 'logEscapes'],
  ['broken lines of the metrics', badLinesOfMetrics, 'labelEscapes'],
] as const;
const HEADERS = [`attachment; filename="${CONFIG_FILE}"`, undefined];

describe('what breaks lines', { timeout }, () => {
  it('breaks none: in the log, on the console, in the metrics, in headers', async () => {
    const said = await provoke();
    const { logLines, consoleLines, dispositions } = said;
    row.figure({ what: 'lines of the log', value: logLines.length, goal: { atLeast: row.scale(200, 500) } });
    for (const [what, badLinesOf] of LOOKS) {
      row.figure({ what, value: badLinesOf(said).length, goal: { exactly: 0 } });
    }
    const badHeaders = dispositions.filter((header, index) => header !== HEADERS[index]).length;
    row.figure({ what: 'broken headers of files', value: badHeaders, goal: { exactly: 0 } });
    expect(LOOKS.flatMap(([, badLinesOf]) => badLinesOf(said))).toEqual([]);
    expect(logLines.filter((line) => line.includes(FORGED)).length).toBeGreaterThan(BREAKERS.length);
    expect(logLines.some((line) => line.includes('\\u001b[31m'))).toBe(true);
    expect(consoleLines.length).toBeGreaterThan(100);
  });

  it.each(['logEscapes', 'labelEscapes'] as const)('does without %s', async (missing) => {
    const said = await without([missing], provoke);
    for (const [what, badLinesOf, seam] of LOOKS) {
      if (seam !== missing) continue;
      const value = badLinesOf(said).length;
      row.counterProof({ what, without: SEAMS[missing], value, goal: { exactly: 0 } });
    }
  });
});
