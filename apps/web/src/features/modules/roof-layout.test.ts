import { describe, expect, it } from 'vitest';
import { boundsOf, fromFirstCell, moved, placeAfterKey, placesOf, withAllPlaced } from './roof-layout.ts';

const strings = (inverters: number, each: number) =>
  Array.from({ length: inverters * each }, (_, index) => {
    const serial = `1141000000${10 + Math.floor(index / each)}`;
    return { serial, key: `${serial}-${(index % each) + 1}` };
  });
const cells = (places: ReturnType<typeof withAllPlaced>) =>
  [...places.values()].map(({ column, row }) => `${column}/${row}`);

describe('strings that lie nowhere', () => {
  it('begin beside those of their inverter', () => {
    expect(cells(withAllPlaced(new Map(), strings(2, 4)))).toEqual([
      ...['0/0', '1/0', '2/0', '3/0'],
      ...['0/1', '1/1', '2/1', '3/1'],
    ]);
  });

  it('never share a cell, however many there are', () => {
    const places = withAllPlaced(new Map(), strings(50, 4));
    expect(new Set(cells(places)).size).toBe(200);
    expect(boundsOf(places.values())).toEqual({ left: 0, top: 0, columns: 16, rows: 13 });
  });

  it('go below what lies there already', () => {
    const [first, ...others] = strings(1, 2);
    const before = new Map([[first?.key ?? '', { column: 5, row: 2 }]]);
    const places = withAllPlaced(before, strings(1, 2));
    expect(places.get(first?.key ?? '')).toEqual({ column: 5, row: 2 });
    expect(places.get(others[0]?.key ?? '')).toEqual({ column: 5, row: 3 });
  });
});

describe('moving a module', () => {
  const places = new Map([
    ['a', { column: 0, row: 0 }],
    ['b', { column: 1, row: 0 }],
  ]);

  it('puts it into a free cell, also beyond the first ones', () => {
    const next = moved(places, 'a', { column: -1, row: 2 });
    expect(next.places.get('a')).toEqual({ column: -1, row: 2 });
    expect(next.swapped).toBeUndefined();
  });

  it('changes its place with the one that lies there', () => {
    const next = moved(places, 'a', { column: 1, row: 0 });
    expect(Object.fromEntries(next.places)).toEqual({ a: { column: 1, row: 0 }, b: { column: 0, row: 0 } });
    expect(next.swapped).toBe('b');
  });

  it('goes one cell by an arrow key, and nowhere by another one', () => {
    expect(placeAfterKey('ArrowUp', { column: 2, row: 2 })).toEqual({ column: 2, row: 1 });
    expect(placeAfterKey('ArrowRight', { column: 2, row: 2 })).toEqual({ column: 3, row: 2 });
    expect(placeAfterKey('a', { column: 2, row: 2 })).toBeUndefined();
  });
});

describe('what is stored', () => {
  it('begins with the first column and row', () => {
    const stored = fromFirstCell(
      new Map([
        ['a', { column: -2, row: 3 }],
        ['b', { column: 0, row: 4 }],
      ]),
    );
    expect(Object.fromEntries(stored)).toEqual({ a: { column: 0, row: 0 }, b: { column: 2, row: 1 } });
  });

  it('has places for those that were put somewhere', () => {
    const modules = [
      { serial: '11', string: 1, column: 3, row: 1 },
      { serial: '11', string: 2, group: 's' },
    ];
    expect([...placesOf(modules)]).toEqual([['11-1', { column: 3, row: 1 }]]);
  });
});
