import { describe, expect, it } from 'vitest';
import { rssiQuality } from './rssi-quality.ts';

describe('WiFi quality', () => {
  it.each([
    [-120, 0],
    [-100, 0],
    [-99, 2],
    [-75, 50],
    [-51, 98],
    [-50, 100],
    [-30, 100],
  ])('of %d dBm is %d %%', (rssiDbm, percent) => {
    expect(rssiQuality(rssiDbm)).toBe(percent);
  });

  it('is not known without a connection', () => {
    expect(rssiQuality(0)).toBeUndefined();
  });
});
