import type { KeptValues } from '../src/shared/api/kept-values.ts';

/** Values of a noon in June, for tests to change. */
export function keptValues(changes: Partial<KeptValues> = {}): KeptValues {
  return {
    locale: 'en',
    theme: undefined,
    atMs: new Date(2026, 5, 21, 12, 5).getTime(),
    power: { value: 1234.4, unit: 'W', digits: 1 },
    yieldToday: { value: 4890, unit: 'Wh', digits: 0 },
    yieldTotal: { value: 11485.2, unit: 'kWh', digits: 3 },
    ...changes,
  };
}
