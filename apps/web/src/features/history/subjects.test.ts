import type { HistoryPlace, ReceivedInverter } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { namedInverter, removedPlaces } from './subjects.ts';

const place = (serials: readonly string[], more: Partial<HistoryPlace> = {}): HistoryPlace => ({
  ...{ serials, name: 'Garage', strings: ['Left', ''], first_day: '2026-06-01', present: false },
  ...more,
});
const THERE = [{ serial: '2', name: 'Barn', strings: [{ name: 'Upper' }] }] as unknown as ReceivedInverter[];

describe('inverters of which there is a history', () => {
  it('are offered, too, where they are not there any more', () => {
    const removed = place(['1']);
    expect(removedPlaces([removed, place(['2'], { present: true })], THERE)).toEqual([removed]);
  });

  it('are not, where they were replaced, or where nothing is known of them', () => {
    const nothing = { serials: ['4'], name: '', strings: [], present: false };
    expect(removedPlaces([place(['2', '1']), nothing], THERE)).toEqual([]);
  });

  it('are called as they are now, as they were called last, or by their serial', () => {
    const places = [place(['5', '1']), place(['6'], { name: '' })];
    expect(namedInverter('2', THERE, places)).toEqual({ serial: '2', name: 'Barn', strings: ['Upper'] });
    expect(namedInverter('1', THERE, places)).toEqual({ serial: '1', name: 'Garage', strings: ['Left', ''] });
    expect(namedInverter('6', THERE, places).name).toBe('6');
    expect(namedInverter('7', THERE, places)).toEqual({ serial: '7', name: '7', strings: [] });
  });
});
