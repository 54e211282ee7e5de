import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import { ADD, DELETE, EDIT, LIST, string } from '@heliograph/testbed/gateway/inverter-list-words.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { LIMIT, slotsOf } from '@heliograph/testbed/gateway/plant-words.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it } from 'vitest';

/** What changes of the list leave on the disk. Source: docs/reference/original-device.md#inverter-settings. */

describe('what was changed', () => {
  it('is still so after a restart', async () => {
    const plant = await startPlantGateway();
    await plant.result(DELETE, { id: 0 });
    await plant.result(EDIT, { id: 5, serial: '123456789012', name: 'X', channel: [string('one', 1)] });
    const channel = [string('Left "1"', 65_535), string('ü'.repeat(15), 1)];
    await plant.result(EDIT, { id: 1, serial: SOUTH_ROOF, name: 'Süd', channel });
    const before = (await plant.get(LIST)).text;
    await plant.restart();
    expect((await plant.get(LIST)).text).toBe(before);
    expect(await slotsOf(plant)).toEqual([
      [1, 'Süd', SOUTH_ROOF],
      [2, 'East and west roof', EAST_AND_WEST],
      [5, 'X', '123456789012'],
    ]);
  });

  it('is not so where the disk is full, which is said, and the next change is saved', async () => {
    const disk = { isFull: false };
    const platform = createTestPlatform('warn');
    const plant = await startPlantGateway({
      platform,
      connectSettings: failingSettings(() => (disk.isFull ? 'ENOSPC' : undefined)),
    });
    await plant.advance(10_000);
    const before = await Promise.all([LIST, '/api/livedata/status'].map((path) => plant.get(path)));
    disk.isFull = true;
    for (const [path, data] of [
      [ADD, { serial: 116180400144, name: 'New' }],
      [EDIT, { id: 1, serial: SOUTH_ROOF, name: 'Other', channel: [string()] }],
      [DELETE, { id: 2 }],
    ] as const) {
      const { status, text } = await plant.post(path, data);
      expect(status).toBe(500);
      expect(JSON.parse(text)).toEqual({
        message: expect.stringMatching(/^The settings could not be saved \(.+\); nothing was changed\.$/),
        not_saved: true,
      });
    }
    // Nothing is wrong with the gateway.
    const levels = platform.logLines.flatMap(
      (line) => / (\w+) +The settings could not be saved/.exec(line)?.[1] ?? [],
    );
    expect(levels).toEqual(['warn', 'warn', 'warn']);
    expect(platform.logLines.filter((line) => / error /.test(line))).toEqual([]);
    const after = await Promise.all([LIST, '/api/livedata/status'].map((path) => plant.get(path)));
    // The hint is all that is new.
    const withoutHint = after.map(({ text }) => text.replace(',"storage_problem":"full"', ''));
    expect(withoutHint).toEqual(before.map(({ text }) => text));
    // What needs no disk goes on.
    expect(await plant.result(LIMIT, { serial: GARAGE, limit_value: 40, limit_type: 1 })).toBe(1001);
    await plant.advance(500);
    expect(plant.truthOf(GARAGE).limitPercent).toBe(40);
    disk.isFull = false;
    expect(await plant.result(ADD, { serial: 116180400144, name: 'New' })).toBe(4004);
    await plant.restart();
    expect((await slotsOf(plant)).at(-1)).toEqual([3, 'New', '116180400144']);
  });
});
