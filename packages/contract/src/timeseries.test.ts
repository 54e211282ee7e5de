import { describe, expect, it } from 'vitest';
import { type TimeseriesSettings, timeseriesFailures } from './timeseries.ts';

const OFF: TimeseriesSettings = {
  ...{ enabled: false, address: '', site: '', login: 'none', user: '', secret: '', interval: 10 },
  fleet: false,
};

describe('the settings of a time-series database', () => {
  it('may be empty as long as nothing is sent', () => {
    expect(timeseriesFailures(OFF)).toEqual([]);
  });

  it('need an address and a name of the plant to send anything', () => {
    const found = timeseriesFailures({ ...OFF, enabled: true, site: ' ' });
    expect(found.map(({ field, result }) => [field, result])).toEqual([
      ['address', 'TimeseriesAddress'],
      ['site', 'TimeseriesSite'],
    ]);
  });

  it('need a name of the plant, and no database, to tell a fleet page', () => {
    expect(timeseriesFailures({ ...OFF, fleet: true, site: 'Barn' })).toEqual([]);
    expect(timeseriesFailures({ ...OFF, fleet: true })).toMatchObject([
      { field: 'site', result: 'TimeseriesSite' },
    ]);
  });

  it('take whatever address a database has, and none with a login in it', () => {
    const addresses = ['http://a/write?db=b', 'https://[fd00::1]:8428/write', 'http://user:secret@a/write'];
    const isTaken = (address: string) => timeseriesFailures({ ...OFF, address }).length === 0;
    expect(addresses.map(isTaken)).toEqual([true, true, false]);
  });
});
