import { describe, expect, it } from 'vitest';
import { texts as common } from '../../../shared/i18n/en/common.ts';
import { texts as sources } from '../../../shared/i18n/en/sources.ts';
import { createNumberFormats, type Formats } from '../../../shared/i18n/format.ts';
import { newerErrors, newerSettings, newerValues, withNewer } from './newer-settings.ts';

const texts = { common, sources };
const format = createNumberFormats('en') as Formats;
const OLD_DTU = { dtu_serial: '1', dtu_pollinterval: 5 };
const DTU = { ...OLD_DTU, nrf_enabled: true, cmt_frequency: 865_250_000, cmt_palevel: 0, cmt_country: 0 };

describe('the newer settings', () => {
  it('are those that the device has', () => {
    expect(newerSettings('dtu', OLD_DTU)).toEqual([]);
    const paths = newerSettings('dtu', DTU).map(({ path }) => path);
    expect(paths).toEqual(['nrf_enabled', 'cmt_country', 'cmt_frequency', 'cmt_palevel']);
    expect(newerSettings('device', { led: [{ brightness: 5 }] })).toMatchObject([{ path: 'led.0' }]);
  });

  it('stand in fields as people read them', () => {
    const rows = newerSettings('dtu', DTU);
    expect(newerValues(rows, DTU)).toEqual({
      ...{ nrf_enabled: true, cmt_country: '0', cmt_frequency: '865.25', cmt_palevel: '0' },
    });
    expect(newerValues(rows, { ...DTU, cmt_frequency: 865_000 })).toMatchObject({ cmt_frequency: '865' });
  });

  it.each([
    [865_250_000, '868,5', 868_500_000],
    [865_250, '868.25', 868_250],
  ])('go back in the unit of the device: %i', (stored, typed, sent) => {
    const received = { ...DTU, cmt_frequency: stored };
    const rows = newerSettings('dtu', received);
    const values = { ...newerValues(rows, received), cmt_frequency: typed, cmt_palevel: '-3' };
    expect(withNewer(received, rows, values, received)).toEqual({
      ...{ ...received, cmt_frequency: sent, cmt_palevel: -3 },
    });
  });

  it('go back into their groups and lists, and leave alone what is beside them', () => {
    const received = {
      display: { rotation: 1, contrast: 60 },
      led: [{ brightness: 5, later: 1 }, { brightness: 6 }],
    };
    const rows = newerSettings('device', received);
    const values = { ...newerValues(rows, received), 'display.rotation': '2', 'led.0': '50' };
    expect(withNewer(received, rows, values, received)).toEqual({
      display: { rotation: 2, contrast: 60 },
      led: [{ brightness: 50, later: 1 }, { brightness: 6 }],
    });
  });

  it('are not sent while they make no sense', () => {
    const rows = newerSettings('dtu', DTU);
    const errors = newerErrors(texts, format, rows, {
      ...newerValues(rows, DTU),
      ...{ cmt_frequency: 'high', cmt_palevel: '21' },
    });
    expect(errors.cmt_frequency).toBe(sources.device.noFrequency);
    expect(errors.cmt_palevel).toBe('Enter a whole number from -10 to 20.');
    expect(newerErrors(texts, format, rows, newerValues(rows, DTU)).cmt_palevel).toBeUndefined();
  });
});
