import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findSeams } from './find-seams.ts';
import { SEAM_NAMES } from './seams.ts';
import { without } from './without.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PRODUCT = ['apps/fleet/src', 'apps/gateway/src', 'apps/web/src', 'packages'];
const COUNTER_PROOFS = ['safety'];

/** The texts of the sources below these folders. */
function textsBelow(folders: readonly string[], isWanted: (name: string) => boolean): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|\.tsbuild|dist)\//.test(name))
      .filter(isWanted)
      .map((name) => readFileSync(`${ROOT}/${folder}/${name}`, 'utf8')),
  );
}

const isTest = (name: string) => /\.(test|spec)\.tsx?$|(^|\/)test\//.test(name);
const product = textsBelow(PRODUCT, (name) => !isTest(name)).join('\n');
const counterProofs = textsBelow(COUNTER_PROOFS, () => true).join('\n');

const QUESTION = /\b__WITHOUT__\.(\w+)/g;

describe('the seams', () => {
  it('are each asked for in the product, and nowhere are they words of its own', () => {
    const asked = new Set([...product.matchAll(QUESTION)].map(([, name]) => name));
    expect([...asked].sort()).toEqual([...SEAM_NAMES].sort());
    expect(findSeams(product.replace(QUESTION, ''))).toEqual([]);
  });

  it('are each switched off by a counter-proof', () => {
    expect(SEAM_NAMES.filter((name) => !counterProofs.includes(`'${name}'`))).toEqual([]);
  });
});

describe('without', () => {
  const switchedOff = () => SEAM_NAMES.filter((name) => globalThis.__WITHOUT__[name]);

  it('switches protections off while something is done, one inside of the other', async () => {
    expect(switchedOff()).toEqual([]);
    const inner = await without(['requestBudget'], () => without(['freeAir'], switchedOff));
    expect(inner).toEqual(['requestBudget', 'freeAir']);
    expect(switchedOff()).toEqual([]);
  });

  it('puts them back in place when that fails, too', async () => {
    const failing = without(['requestBudget'], async () => {
      throw new Error('it fails');
    });
    await expect(failing).rejects.toThrow('it fails');
    expect(switchedOff()).toEqual([]);
  });
});
