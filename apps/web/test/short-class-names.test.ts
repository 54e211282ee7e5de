import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shortClassNames } from '../plugins/short-class-names.ts';

const SRC = resolve(import.meta.dirname, '../src');
const CARD = resolve(SRC, 'shared/ui/card.module.css');
const FIELD = resolve(SRC, 'shared/form/field.module.css');

describe('the short names of classes', () => {
  it('are the same whenever and however often they are asked for', () => {
    const nameOf = shortClassNames(SRC);
    const first = nameOf('card', CARD);
    expect(nameOf('card', `${CARD}?used`)).toBe(first);
    expect(shortClassNames(SRC)('card', CARD)).toBe(first);
  });

  it('differ between classes and between files, and are names that CSS allows', () => {
    const nameOf = shortClassNames(SRC);
    const names = [CARD, FIELD].flatMap((file) =>
      ['card', 'title', 'body'].map((name) => nameOf(name, file)),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+\d+$/i.test(name))).toEqual([]);
  });

  it('are not made up for a file that is not there', () => {
    expect(() => shortClassNames(SRC)('card', resolve(SRC, 'no-such.module.css'))).toThrow(
      'no-such.module.css',
    );
  });
});
