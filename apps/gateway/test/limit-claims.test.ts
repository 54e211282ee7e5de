import { GARAGE, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { LIMIT } from '@heliograph/testbed/gateway/plant-words.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../src/platform/platform.ts';

/** What a person wants at the page of the limits. Source: docs/decisions/0049-who-holds-a-limit.md. */

const CLAIM = '/api/heliograph/limit-claim';
const RELEASE = '/api/heliograph/limit-release';
const STATE = '/api/heliograph/limits';
const wish = { target: GARAGE, watts: 300, ends: 'changed', seconds: 0 };

describe('a limit of a person', () => {
  it('is not taken, and not given back, where the disk is full, and that is said', async () => {
    const disk = { isFull: false };
    const platform = withDisk(() => disk.isFull);
    const plant = await startPlantGateway({ platform });
    await plant.advance(10_000);
    disk.isFull = true;
    const notSaved = {
      message: 'The limit could not be saved (the disk is full); nothing was changed.',
      not_saved: true,
    };
    const refused = await plant.post(CLAIM, wish);
    expect([refused.status, JSON.parse(refused.text)]).toEqual([500, notSaved]);
    await plant.advance(10_000);
    expect(plant.truthOf(GARAGE).limitPercent).toBe(100);
    disk.isFull = false;
    expect(await plant.result(CLAIM, wish)).toBe(19_003);
    disk.isFull = true;
    const kept = await plant.post(RELEASE, { target: GARAGE });
    expect([kept.status, JSON.parse(kept.text)]).toEqual([500, notSaved]);
    expect(await plant.json(STATE)).toMatchObject({ held: [{ target: GARAGE, watts: 300 }] });
    expect(platform.logLines.filter((line) => / error /.test(line))).toEqual([]);
  });

  it('is all that a sleeping inverter gets in the morning, also where an older order was still sent to it', async () => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    plant.setPresence(GARAGE, false);
    await plant.advance(120_000);
    expect(await plant.result(LIMIT, { serial: GARAGE, limit_value: 60, limit_type: 1 })).toBe(1001);
    await plant.advance(60_000);
    expect(await plant.result(CLAIM, wish)).toBe(19_003);
    await plant.advance(60_000);
    const atNight = plant.sentTo(GARAGE, 'ActivePowerControl').length;
    plant.setPresence(GARAGE, true);
    await plant.advance(60_000);
    const limits = plant
      .sentTo(GARAGE, 'ActivePowerControl')
      .slice(atNight)
      .map(({ request }) => 'limit' in request && request.limit);
    expect(new Set(limits)).toEqual(new Set([300]));
  });
});

/** The real disk, on which nothing can be written while `isFull`. */
function withDisk(isFull: () => boolean) {
  const platform = createTestPlatform('warn');
  const openDataDirectory: Platform['openDataDirectory'] = async (path) => {
    const directory = await platform.openDataDirectory(path);
    return {
      ...directory,
      async write(name, bytes) {
        if (isFull()) throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
        await directory.write(name, bytes);
      },
    };
  };
  return { ...platform, openDataDirectory };
}
