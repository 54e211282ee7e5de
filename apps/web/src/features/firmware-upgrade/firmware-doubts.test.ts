import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { firmwareDoubts } from './firmware-doubts.ts';

const { gateway, maintenance } = await allTexts('en');
const texts = {
  maintenance: {
    ...maintenance,
    otherChip: (chip: string, own: string) => `for ${chip}, not ${own}`,
    older: (version: string, running: string) => `${version} < ${running}`,
  },
  gateway: {
    ...gateway,
    program: { ...gateway.program, older: (version: string, kept: string) => `${version} < kept ${kept}` },
  },
};
const doubts = (chipId: number, version: string, chipModel: string, firmwareBuild: string) =>
  firmwareDoubts(texts, { chipId, version }, { chipModel, firmwareBuild });

describe('doubts about a firmware', () => {
  it.each([
    [0, 'ESP32-D0WDQ6', []],
    [0, 'ESP32-PICO-D4', []],
    [9, 'ESP32-S3', []],
    [9, 'ESP32-D0WDQ6', ['for ESP32-S3, not ESP32']],
    [0, 'ESP32-C3', ['for ESP32, not ESP32-C3']],
    [77, 'ESP32', ['for #77, not ESP32']],
    [9, 'Some CPU @ 2.4 GHz', []], // a gateway on a computer has no such chip
    [9, '', []],
  ])('are about chip %i for %s: %j', (chipId, model, expected) => {
    expect(doubts(chipId, '', model, '')).toEqual(expected);
  });

  it.each([
    ['1.2.3', '1.2.3', []],
    ['v1.2.4', '1.2.3', []],
    ['1.10.0', 'v1.9.9', []],
    ['1.9.9', 'v1.10.0', ['1.9.9 < v1.10.0']],
    ['v23.4.12', 'v23.4.12-7-gabcdef0', []],
    ['1.2', '1.2.0', []],
    ['1.2', '1.2.1', ['1.2 < 1.2.1']],
    ['2.0.0', '1.9.9', []],
    ['esp-idf: v4.4.4', '1.2.1', []], // as the original's build tools write it
    ['1.2.1', 'g1a2b3c4', []],
    ['', '1.0.0', []],
  ])('are about version %s while %s runs: %j', (version, running, expected) => {
    expect(doubts(0, version, '', running)).toEqual(expected);
  });

  it('are none where the gateway tells nothing', () => {
    expect(firmwareDoubts(texts, { chipId: 5, version: '1.0.0' }, {})).toEqual([]);
  });

  it('are about the image that a gateway keeps, not about its own version', () => {
    const status = { programVersion: '5.0.0', programCommit: '', storedImage: 'v1.1.0' };
    const image = (version: string) => firmwareDoubts(texts, { chipId: 0, version }, status);
    expect(image('v1.0.0')).toEqual(['v1.0.0 < kept v1.1.0']);
    expect(image('v1.2.0')).toEqual([]);
  });
});
