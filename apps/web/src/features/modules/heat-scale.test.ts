import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HEAT_LEVELS, heatLevel, scaleTop } from './heat-scale.ts';

describe('the end of the scale', () => {
  it.each([
    ['nothing at all', [], 0.05],
    ['a dull morning', [0.03, 0.11], 0.2],
    ['a good day', [0.71, 0.84], 1],
    ['cold and clear, beyond every end', [1.31], 1.2],
  ])('fits %s', (_what, ratios, top) => {
    expect(scaleTop(ratios)).toBe(top);
  });

  it('grows at once, and shrinks only when a smaller one has room', () => {
    expect(scaleTop([0.85], 0.4)).toBe(1);
    expect(scaleTop([0.79], 1)).toBe(1);
    expect(scaleTop([0.6], 1)).toBe(0.8);
  });
});

describe('the colour of a value', () => {
  it('is the first of nothing, the last of all and more', () => {
    expect([0, 0.5, 1, 1.3, -0.1].map((ratio) => heatLevel(ratio, 1))).toEqual([0, 4, 8, 8, 0]);
  });
});

/** Relative luminance. Source: WCAG 2.2, section 1.4.3. */
function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('the colours', () => {
  const css = readFileSync(join(import.meta.dirname, 'heat-scale.module.css'), 'utf8');
  const colour = (name: string) => new RegExp(`--${name}: (#[\\da-f]{6});`).exec(css)?.[1] ?? '';
  const levels = Array.from({ length: HEAT_LEVELS }, (_, level) => luminanceOf(colour(`heat-${level}`)));

  it('become lighter from each to the next, so that nobody has to tell their hue', () => {
    expect(levels).toEqual(levels.toSorted((one, other) => one - other));
    for (const [level, luminance] of levels.entries()) {
      const next = levels[level + 1];
      if (next !== undefined) expect((next + 0.05) / (luminance + 0.05)).toBeGreaterThan(1.15);
    }
  });

  it('can be read on: white on the dark ones, dark on the light ones', () => {
    const [white, dark] = [luminanceOf(colour('on-heat-dark')), luminanceOf(colour('on-heat-light'))];
    for (const [level, luminance] of levels.entries()) {
      const contrast = level < 5 ? (white + 0.05) / (luminance + 0.05) : (luminance + 0.05) / (dark + 0.05);
      expect([level, contrast]).toEqual([level, expect.any(Number)]);
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    }
  });
});
