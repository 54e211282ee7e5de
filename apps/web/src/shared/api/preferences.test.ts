import { describe, expect, it } from 'vitest';
import { createMemoryStorage, createRefusingStorage } from '../../../test/memory-storage.ts';
import { createPreferences } from './preferences.ts';

describe('preferences', () => {
  it('are kept under their own key', () => {
    const storage = createMemoryStorage();
    createPreferences(storage).write('locale', 'de');
    expect(storage.getItem('locale')).toBe('de');
    expect(createPreferences(storage).read('locale')).toBe('de');
    expect(createPreferences(storage).read('theme')).toBeUndefined();
  });

  it.each([
    ['refused', createRefusingStorage()],
    ['absent', undefined],
  ])('last as long as the page where storage is %s', (_state, storage) => {
    const preferences = createPreferences(storage);
    preferences.write('theme', 'dark');
    expect(preferences.read('theme')).toBe('dark');
    expect(preferences.read('locale')).toBeUndefined();
  });
});
