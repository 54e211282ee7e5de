import { beforeEach, describe, expect, it } from 'vitest';
import { memoryBytes } from './memory-bytes.ts';
import { startMosquitto } from './mosquitto.ts';
import {
  LONG_TEST_MS,
  type MqttPlant,
  needMosquitto,
  patiently,
  type Speaker,
  startMqttPlant,
  startSpeaker,
  WAIT,
} from './mqtt-plant.ts';
import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from './plant-gateway.ts';

/** An order goes on the air, is answered, and what it has changed is read. */
const ORDER_MS = 10_000;

const orderLines = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => line.includes('An order came by MQTT.'));
const ignoredLines = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => /An MQTT message was ignored|too long and ignored/.test(line));
const ordersSentTo = (plant: MqttPlant, serial: string) => [
  ...plant.sentTo(serial, 'ActivePowerControl'),
  ...plant.sentTo(serial, 'PowerControl'),
];

async function order(plant: MqttPlant, speaker: Speaker, path: string, payload: string): Promise<void> {
  const before = orderLines(plant).length;
  await speaker.say(`solar/${path}`, payload);
  await expect.poll(() => orderLines(plant), WAIT).toHaveLength(before + 1);
  await plant.advance(ORDER_MS);
}

describe('orders over a real broker', { timeout: LONG_TEST_MS }, () => {
  beforeEach(needMosquitto);

  it('change the inverter, each as it says; what is persistent stays', async () => {
    const plant = await startMqttPlant();
    const speaker = await startSpeaker(plant.broker);
    const limitOf = async (serial: string) => Object(await plant.json('/api/limit/status'))[serial];
    const powerOf = async (serial: string) => Object(await plant.json('/api/power/status'))[serial];

    await order(plant, speaker, `${GARAGE}/cmd/limit_nonpersistent_relative`, '40');
    expect(plant.truthOf(GARAGE)).toMatchObject({ limitPercent: 40, persistentLimitPercent: 100 });
    expect(await limitOf(GARAGE)).toMatchObject({ limit_relative: 40, limit_set_status: 'Ok' });
    await order(plant, speaker, `${SOUTH_ROOF}/cmd/limit_nonpersistent_absolute`, ' 400 ');
    expect(plant.truthOf(SOUTH_ROOF)).toMatchObject({ limitPercent: 50, persistentLimitPercent: 100 });
    expect(await limitOf(SOUTH_ROOF)).toMatchObject({ limit_relative: 50, limit_set_status: 'Ok' });
    await order(plant, speaker, `000${EAST_AND_WEST}/cmd/limit_persistent_relative`, '60.0');
    expect(plant.truthOf(EAST_AND_WEST)).toMatchObject({ limitPercent: 60, persistentLimitPercent: 60 });
    await order(plant, speaker, `${GARAGE}/cmd/limit_persistent_absolute`, '200');
    expect(plant.truthOf(GARAGE)).toMatchObject({ limitPercent: 50, persistentLimitPercent: 50 });

    await order(plant, speaker, `${GARAGE}/cmd/power`, '0');
    expect(plant.truthOf(GARAGE).isSwitchedOff).toBe(true);
    expect(await powerOf(GARAGE)).toMatchObject({ power_set_status: 'Ok' });
    await order(plant, speaker, `${GARAGE}/cmd/power`, '1');
    expect(plant.truthOf(GARAGE).isSwitchedOff).toBe(false);
    for (const serial of [GARAGE, SOUTH_ROOF, EAST_AND_WEST])
      await order(plant, speaker, `${serial}/cmd/restart`, '1');
    await plant.advance(60_000);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(100);
    expect(plant.truthOf(GARAGE).limitPercent).toBe(50);
    expect(plant.truthOf(EAST_AND_WEST).limitPercent).toBe(60);
    expect(ignoredLines(plant)).toEqual([]);
  });

  it('that the broker has kept are never carried out, however often it hands them over', async () => {
    const broker = await startMosquitto({ persistence: true });
    const before = await startSpeaker(broker);
    await before.say(`solar/${GARAGE}/cmd/power`, '0', { retain: true });
    await before.say(`solar/${GARAGE}/cmd/limit_persistent_relative`, '10', { retain: true });
    const plant = await startMqttPlant({ broker });
    const refusals = () => ignoredLines(plant).filter((line) => line.includes('reason="retained"')).length;
    await expect.poll(refusals, WAIT).toBe(2);
    for (let reconnects = 1; reconnects <= 4; reconnects++) {
      await plant.change({ mqtt_publish_interval: 5 + reconnects });
      await expect.poll(refusals, WAIT).toBe(2 + 2 * reconnects);
    }
    await broker.stop();
    await plant.lost();
    await broker.restart();
    await plant.connected();
    await expect.poll(refusals, WAIT).toBe(2 * 6);
    await plant.advance(ORDER_MS);
    expect(ordersSentTo(plant, GARAGE)).toEqual([]);
    expect(plant.truthOf(GARAGE)).toMatchObject({ isSwitchedOff: false, persistentLimitPercent: 100 });
    // One that is to be kept counts for those who hear it when it is given.
    const speaker = await startSpeaker(broker);
    await speaker.say(`solar/${GARAGE}/cmd/limit_persistent_relative`, '30', { retain: true });
    await expect.poll(() => orderLines(plant), WAIT).toHaveLength(1);
  });

  it('that make no sense, 5,000 of them, do nothing, while everything else goes on', async () => {
    const plant = await startMqttPlant();
    const speaker = await startSpeaker(plant.broker);
    const garbage = Array.from({ length: TOTAL }, (_, index) => garbageAt(index));
    const before = { bytes: await memoryBytes(), lines: ignoredLines(plant).length };
    const ageOf = async () => Math.max(...(await plant.live()).map(({ data_age }) => data_age));
    for (let start = 0; start < TOTAL; start += CHUNK) {
      // A broker drops what it cannot get rid of, so each part is waited for.
      const said = garbage.slice(start, start + CHUNK).map(([topic, payload]) => speaker.say(topic, payload));
      await plant.advance(5000);
      await Promise.all(said);
      const sofar = before.lines + Math.min(start + CHUNK, TOTAL);
      await patiently(`${sofar} are ignored`, () => ignoredLines(plant).length >= sofar);
      expect(await ageOf()).toBeLessThan(5);
    }
    expect(ignoredLines(plant)).toHaveLength(TOTAL);
    expect(new Set(ignoredLines(plant).map((line) => /reason="([^"]*)"/.exec(line)?.[1]))).toEqual(
      new Set([
        'no whole number',
        'out of range',
        'too long',
        'no such inverter',
        'no serial',
        undefined, // not even read
      ]),
    );
    expect(Math.max(...ignoredLines(plant).map((line) => line.length))).toBeLessThan(300);
    expect([GARAGE, SOUTH_ROOF, EAST_AND_WEST].flatMap((serial) => ordersSentTo(plant, serial))).toEqual([]);
    expect(orderLines(plant)).toEqual([]);
    expect(plant.connects()).toBe(1);
    // Of it only the log's lines are left, which the test keeps.
    expect((await memoryBytes()) - before.bytes).toBeLessThan(8e6);
    await order(plant, speaker, `${GARAGE}/cmd/power`, '0');
    expect(plant.truthOf(GARAGE).isSwitchedOff).toBe(true);
  });
});

const TOTAL = 5000;
const CHUNK = 250;
/** Of these each is huge. */
const HUGE_EVERY = 500;
const MEGABYTE = Buffer.alloc(2 ** 20, '1');

const NONSENSE: readonly (string | Buffer)[] = [
  ...[
    '',
    ' ',
    'on',
    'off',
    'true',
    'null',
    '{"value":50}',
    '50%',
    '50 W',
    '0x10',
    '1e1',
    '٣',
    '+5',
    '-1',
    '-0',
  ],
  ...['49.5', '50,0', '1.', '.5', '1 0', '999999', '4294967297', '9'.repeat(32), '1'.repeat(33), 'NaN'],
  Buffer.of(0xff, 0xfe, 0x31),
  Buffer.of(0x31, 0x00),
  Buffer.of(0xef, 0xbb, 0xbf, 0x31),
  Buffer.of(0xc3, 0x28),
  '\u001b[2J',
];
/** A number that makes sense elsewhere, by command. */
const OUT_OF_RANGE = new Map([
  ['limit_persistent_relative', '101'],
  ['limit_persistent_absolute', '1501'],
  ['limit_nonpersistent_relative', '0'],
  ['limit_nonpersistent_absolute', '0'],
  ['power', '-1'], // any number above 0 is on
  ['restart', '0'],
]);
const COMMANDS = [...OUT_OF_RANGE.keys()];
/** As far as a broker lets wildcards through: what they look like elsewhere. */
const NOBODY = [
  '116199999999',
  'ABCDEF123456',
  '0',
  'x',
  '',
  '*',
  '%2B',
  '..',
  '$SYS',
  'dtu',
  GARAGE.slice(1),
  `${GARAGE}0`,
  `${GARAGE} `,
];

function garbageAt(index: number): readonly [topic: string, payload: string | Buffer] {
  const command = COMMANDS[index % COMMANDS.length] ?? '';
  const kind = Math.floor(index / COMMANDS.length);
  if (index % HUGE_EVERY === HUGE_EVERY - 1) return [`solar/${GARAGE}/cmd/${command}`, MEGABYTE];
  if (kind % 3 === 0) return [`solar/${NOBODY[kind % NOBODY.length] ?? ''}/cmd/${command}`, '1'];
  const nonsense = NONSENSE[kind % NONSENSE.length] ?? '';
  const isPowerOn = command === 'power' && Number(nonsense) > 0;
  const payload = kind % 7 === 0 || isPowerOn ? OUT_OF_RANGE.get(command) : nonsense;
  return [`solar/${GARAGE}/cmd/${command}`, payload ?? ''];
}
