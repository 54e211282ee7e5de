import { describe, expect, it } from 'vitest';
import { formsOf } from './secret-forms.ts';

const SECRET = 'canary/wifi+"\\%&=é;';
const isFound = (text: string) => formsOf(SECRET).some((form) => text.includes(form));

describe('a secret', () => {
  it.each([0, 1, 2, 3, 4])('is found in base64 behind %i other bytes', (offset) => {
    const holder = Buffer.concat([Buffer.from('x'.repeat(offset)), Buffer.from(SECRET), Buffer.from('yz')]);
    expect(isFound(holder.toString('base64'))).toBe(true);
  });

  it('is found in JSON, in JSON in JSON, in an address, in a form, and not elsewhere', () => {
    const json = JSON.stringify({ text: SECRET });
    expect([json, JSON.stringify(json), encodeURI(SECRET), encodeURIComponent(SECRET)].map(isFound)).toEqual([
      ...[true, true, false, true], // the third one is no whole escape, and nobody sends it
    ]);
    expect(isFound(new URLSearchParams({ text: SECRET }).toString())).toBe(true);
    expect(isFound('canary')).toBe(false);
  });
});
