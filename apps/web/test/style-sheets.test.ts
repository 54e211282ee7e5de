import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * What component tests cannot see, since they load no styles. Source: docs/specification-check.md#2-screens-and-routes
 * and #4-states-and-transitions.
 */

/** The declarations of a class, of all rules that name it alone. */
function declarationsOf(file: string, className: string): string {
  const sheet = readFileSync(resolve(import.meta.dirname, '../src', file), 'utf8');
  const rules = sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/^([^{}]+)\{([^{}]*)\}/gm);
  const own = [...rules].filter(([, selectors = '']) =>
    selectors.split(',').some((selector) => selector.trim() === `.${className}`),
  );
  return own.map(([, , declarations = '']) => declarations).join('');
}

describe('the colour', () => {
  const STATE = 'shared/page/state-mark.module.css';
  const BADGE = 'shared/ui/status-badge.module.css';

  it.each([
    ['an inverter that is unreachable', STATE, 'unreachable', 'danger'],
    ['an inverter that does not produce', STATE, 'idle', 'warning'],
    ['an inverter that produces', STATE, 'producing', 'primary'],
    ['what went well', BADGE, 'good', 'success'],
    ['what is pending', BADGE, 'pending', 'warning'],
    ['what failed', BADGE, 'bad', 'danger'],
    ['what is unknown', BADGE, 'unknown', 'unknown'],
  ])('of %s is its own', (_what, file, className, colour) => {
    expect(declarationsOf(file, className)).toMatch(new RegExp(`(^|\\s)color: var\\(--${colour}\\);`));
  });

  it.each(['success', 'warning', 'danger'])('of an alert of the kind %s is its own', (kind) => {
    expect(declarationsOf('shared/ui/alert.module.css', kind)).toContain(
      `border-color: var(--${kind}-line);`,
    );
  });

  it.each([
    ['success', '#1c6b3c'], // green
    ['warning', '#8a5100'], // yellow, dark enough to be read
    ['danger', '#b0241c'], // red
    ['unknown', '#5b6678'], // grey
  ])('%s is %s by day', (name, colour) => {
    const tokens = readFileSync(resolve(import.meta.dirname, '../src/shared/ui/tokens.css'), 'utf8');
    expect(tokens).toContain(`--${name}: light-dark(${colour},`);
  });
});

describe('the console', () => {
  it('has the height of 24 rows', () => {
    const console = 'features/console/console.module.css';
    expect(declarationsOf(console, 'area')).toContain('height: calc(24 * 1.25rem ');
    expect(declarationsOf(console, 'area')).toContain('line-height: 1.25rem;');
  });
});
