import type { Socket } from 'node:net';
import { createDice } from '@heliograph/testbed/dice.ts';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { openRawConnection, type RawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A13: whoever may reach the port of Modbus, and may not limit the plant. Source: docs/reference/sunspec.md. */

const row = openRow('A13');
const TIMEOUT = { timeout: row.scale(120_000, 900_000) };
const LISTED = '127.0.0.1';
const NONE = { exactly: 0 } as const;
/** WMaxLimPct to WMaxLim_Ena: nothing at all, from now on. */
const DARKNESS = [40_155, [0, 0, 0, 0, 1]] as const;

function frame(unit: number, functionCode: number, data: readonly number[], number = 7): Buffer {
  const length = data.length + 2;
  return Buffer.from([
    number >> 8,
    number & 255,
    0,
    0,
    length >> 8,
    length & 255,
    unit,
    functionCode,
    ...data,
  ]);
}

const words = (...values: readonly number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const read = (unit: number, first = 40_000, count = 2) => frame(unit, 3, words(first, count));
const write = (unit: number, first: number, values: readonly number[]) =>
  frame(unit, 16, [...words(first, values.length), values.length * 2, ...words(...values)]);

async function startWithModbus() {
  const gateway = await startPlantGateway();
  await gateway.advance(10_000);
  const port = await freePort();
  const settings = { enabled: true, port, writers: [LISTED], heartbeat: 60 };
  expect(await gateway.result('/api/heliograph/modbus-settings', settings)).toBe(1001);
  await eventually(async () =>
    expect(await gateway.json('/api/heliograph/modbus')).toMatchObject({ state: 'listening' }),
  );
  const open = async (from: string) => {
    const connection = await openRawConnection(port, { from });
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  };
  return {
    ...gateway,
    open,
    /** What is held over Modbus. */
    async held() {
      const { held } = (await gateway.json('/api/heliograph/limits')) as {
        readonly held: readonly unknown[];
      };
      return held;
    },
    /** Whether somebody who may write is answered, on a connection of its own. */
    async isServed() {
      const connection = await open(LISTED);
      connection.socket.write(read(1));
      await gateway.advance(20);
      await eventually(() => expect(connection.isClosed() || connection.receivedBytes() > 0).toBe(true));
      connection.socket.destroy();
      return connection.receivedBytes() === 13;
    },
  };
}

type Plant = Awaited<ReturnType<typeof startWithModbus>>;

async function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve());
  });
}

/** Sends what must not count, on one connection each, and counts after how many of them something was held. */
async function countChanges(plant: Plant, count: number, kinds: readonly (() => Sent)[]): Promise<number> {
  let changes = 0;
  for (let number = 0; number < count; number++) {
    const { from, bytes } = (kinds[number % kinds.length] as () => Sent)();
    const connection = await plant.open(from);
    await written(connection.socket, bytes);
    await plant.advance(20);
    connection.socket.end();
    await connection.closed;
    if ((await plant.held()).length > 0) {
      changes += 1;
      const end = await plant.open(LISTED);
      const units = Array.from({ length: 5 }, (_, unit) => write(unit + 1, 40_159, [0]));
      await written(end.socket, Buffer.concat(units));
      await eventually(async () => expect(await plant.held()).toEqual([]));
      end.socket.destroy();
    }
  }
  return changes;
}

/** Drop by drop is not soon either. */
async function dripOn(plant: Plant, crowd: readonly RawConnection[]): Promise<void> {
  for (let second = 0; second < 4; second++) {
    for (const { socket } of crowd) if (!socket.destroyed) socket.write(Buffer.from([3]));
    await plant.advance(3000);
  }
}

interface Sent {
  readonly from: string;
  readonly bytes: Uint8Array;
}

const dice = createDice(row.seed);
const upTo = (most: number) => Math.floor(dice() * (most + 1));
const garbage = (length: number) => Array.from({ length }, () => upTo(255));
const stranger = () => `127.0.${1 + upTo(3)}.${1 + upTo(200)}`;

/** From those who are not listed: what a listed one would be allowed. */
const OF_STRANGERS: readonly (() => Sent)[] = [
  () => ({ from: stranger(), bytes: write(1 + upTo(3), ...DARKNESS) }),
  () => ({
    from: stranger(),
    bytes: Buffer.concat([write(1, 40_155, [0]), frame(1, 6, words(40_159, 1))]),
  }),
];

/** From anybody, those who are listed included. */
const OF_ANYBODY: readonly (() => Sent)[] = [
  ...OF_STRANGERS,
  () => ({ from: LISTED, bytes: write([0, 9, 125, 127, 200, 255][upTo(5)] ?? 0, ...DARKNESS) }),
  () => ({ from: LISTED, bytes: write(1, 40_155, [0, 1 + upTo(65_533), 0, 0, 1]) }),
  () => ({ from: LISTED, bytes: write(1, 40_155, [10_001 + upTo(50_000), 0, 0, 0, 1]) }),
  () => ({ from: LISTED, bytes: write(1, 40_155, [0, 0, 0, 0, 1, 0]) }),
  () => ({ from: LISTED, bytes: write(1, ...DARKNESS).subarray(0, 6 + upTo(16)) }),
  () => ({
    from: LISTED,
    bytes: frame(1, 16, [...words(40_155, 5), upTo(255), ...garbage(10)]).fill(0, 4, 5),
  }),
  () => ({ from: LISTED, bytes: frame(1, upTo(255), garbage(upTo(3))) }),
  () => ({ from: LISTED, bytes: Buffer.from(garbage(1 + upTo(600))) }),
  () => ({ from: LISTED, bytes: frame(1, 5, words(40_159, 0xff00)) }),
  () => ({ from: LISTED, bytes: Buffer.concat([Buffer.from([0, 1, 0, 5, 0, 6]), write(1, ...DARKNESS)]) }),
];

describe('whoever reaches the port of Modbus', TIMEOUT, () => {
  it('changes nothing unless listed, nor with what is no order', async () => {
    const plant = await startWithModbus();
    const count = row.scale(60, 5000);
    const changes = await countChanges(plant, count, OF_ANYBODY);
    row.figure({ what: 'limits changed by strangers and garbage', value: changes, goal: NONE });
    const isServed = await plant.isServed();
    row.figure({ what: 'listed clients not served afterwards', value: isServed ? 0 : 1, goal: NONE });
    const open = await without(['modbusWriters'], async () =>
      countChanges(await startWithModbus(), 2, OF_STRANGERS),
    );
    row.counterProof({
      ...{ what: 'limits changed by strangers', without: SEAMS.modbusWriters, value: open, goal: NONE },
    });
  });

  it('holds neither the gateway nor those who are listed, however many come', async () => {
    const count = row.scale(150, 500);
    const measure = async () => {
      const plant = await startWithModbus();
      const crowd = await Promise.all(
        Array.from({ length: count }, (_, place) =>
          plant.open(`127.0.${1 + (place >> 7)}.${1 + (place & 127)}`),
        ),
      );
      for (const { socket } of crowd) if (!socket.destroyed) socket.write(read(1).subarray(0, 7));
      await eventually(async () => expect(await plant.held()).toEqual([]));
      const isServed = await plant.isServed();
      const open = crowd.filter(({ isClosed }) => !isClosed()).length;
      await dripOn(plant, crowd);
      await eventually(() => expect(crowd.every(({ isClosed }) => isClosed())).toBe(true)).catch(
        () => undefined,
      );
      return { open, isServed, left: crowd.filter(({ isClosed }) => !isClosed()).length };
    };
    const { open, isServed, left } = await measure();
    row.figure({ what: 'connections of strangers at once', value: open, goal: { atMost: 64 } });
    row.figure({ what: 'listed clients not served meanwhile', value: isServed ? 0 : 1, goal: NONE });
    row.figure({ what: 'half frames that stay open', value: left, goal: NONE });
    const unbounded = await without(['modbusBounds'], measure);
    row.counterProof({
      ...{ what: 'connections of strangers at once', without: SEAMS.modbusBounds },
      ...{ value: unbounded.open, goal: { atMost: 64 } },
    });
  });

  it('is answered a hundred times a second, and the rest waits', async () => {
    const plant = await startWithModbus();
    const { socket, receivedBytes } = await plant.open('127.0.5.5');
    const answerBytes = 13;
    await written(socket, Buffer.concat(Array.from({ length: 5000 }, () => read(1))));
    for (let step = 0; step < 50; step++) await plant.advance(20);
    await eventually(() => expect(receivedBytes()).toBeGreaterThan(150 * answerBytes));
    const value = Math.ceil(receivedBytes() / answerBytes);
    row.figure({ what: 'answers to a flood in its first second', value, goal: { atMost: 201 } });
    const isServed = await plant.isServed();
    row.figure({ what: 'listed clients not served during a flood', value: isServed ? 0 : 1, goal: NONE });
  });
});

describe('who has limited the plant and died', TIMEOUT, () => {
  it('holds it for a minute at most', async () => {
    const measure = async () => {
      const plant = await startWithModbus();
      const { socket } = await plant.open(LISTED);
      await written(socket, write(1, ...DARKNESS));
      await eventually(async () => expect(await plant.held()).toHaveLength(1));
      socket.destroy();
      let seconds = 0;
      while ((await plant.held()).length > 0 && seconds < 100) {
        await plant.advance(1000);
        seconds += 1;
      }
      return seconds;
    };
    row.figure({ what: 'held after its death', value: await measure(), unit: 's', goal: { atMost: 61 } });
    const value = await without(['modbusHeartbeat'], measure);
    const what = 'held after its death';
    row.counterProof({ what, without: SEAMS.modbusHeartbeat, value, unit: 's', goal: { atMost: 61 } });
  });
});
