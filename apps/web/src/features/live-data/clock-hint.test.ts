import { describe, expect, it } from 'vitest';
import { liveData, wireInverter, wireWithoutReading } from '../../../test/live-messages.ts';
import { clockOverdue } from './clock-hint.ts';

describe('a clock that is not set', () => {
  it('is normal in the first minute after the start, by the uptime that unheard inverters carry', () => {
    const data = liveData([wireWithoutReading({ data_age: 50 }), wireWithoutReading({ data_age: 50 })]);
    expect(clockOverdue(data, 10, 0)).toBe(false);
    expect(clockOverdue(data, 10.5, 0)).toBe(true);
  });

  it('does not take the data age of an inverter that was heard for the uptime', () => {
    expect(clockOverdue(liveData([wireInverter({ data_age: 4000 })]), 0, 30)).toBe(false);
  });

  it('goes by what the page has seen where nothing tells the uptime', () => {
    expect(clockOverdue(liveData([]), 0, 60)).toBe(false);
    expect(clockOverdue(liveData([]), 0, 61)).toBe(true);
  });
});
