import { describe, expect, it } from 'vitest';
import { createFormats } from '../../../shared/i18n/format.ts';
import { deviceFacts, isComplete } from './device-info-facts.ts';

const COMPLETE = {
  isValid: true,
  bootloaderVersion: 104,
  firmwareVersion: 10_010,
  partNumber: 269_553_683,
  hardwareVersion: '01.10',
  modelName: 'HM-600',
  maxPowerW: 600,
  firmwareBuiltAt: '2021-12-04 11:30:00',
};
const NO_FIRMWARE = {
  bootloaderVersion: 0,
  firmwareVersion: 0,
  firmwareBuiltAt: '1970-01-01 00:00:00',
};
const NO_HARDWARE = { partNumber: 0, hardwareVersion: '00.00', modelName: '', maxPowerW: 0 };
const factsOf = (changes: object = {}, tag = 'en') =>
  deviceFacts({ ...COMPLETE, ...changes }, createFormats(tag));

describe('the facts of an inverter', () => {
  it('are read as the contract says', () => {
    expect(factsOf()).toEqual({
      model: { text: 'HM-600' },
      maxPower: { text: '600\u00a0W' },
      bootloader: { text: '0.1.4' },
      firmware: { text: '1.0.10' },
      buildDate: { text: '12/04/2021, 11:30:00' },
      partNumber: { text: '269553683 (10 11 10 13)' },
      hardwareVersion: { text: '01.10' },
    });
  });

  it('follow the language', () => {
    expect(factsOf({}, 'de').buildDate).toEqual({ text: '04.12.2021, 11:30:00' });
    expect(factsOf({ maxPowerW: 1500 }, 'de').maxPower).toEqual({ text: '1.500\u00a0W' });
  });

  it('are none of them known without valid data', () => {
    const facts = Object.values(factsOf({ isValid: false }));
    expect(facts).toEqual(Array(7).fill('notYet'));
  });

  it('are known by halves', () => {
    expect(factsOf(NO_FIRMWARE)).toMatchObject({
      model: { text: 'HM-600' },
      bootloader: 'notYet',
      firmware: 'notYet',
      buildDate: 'notYet',
    });
    expect(factsOf(NO_HARDWARE)).toMatchObject({
      model: 'notYet',
      maxPower: 'notYet',
      firmware: { text: '1.0.10' },
      partNumber: 'notYet',
      hardwareVersion: 'notYet',
    });
  });

  it('have no build date while the firmware is not known, whatever an original device formats there', () => {
    expect(factsOf({ ...NO_FIRMWARE, firmwareBuiltAt: '2036-02-07 06:28:16' }).buildDate).toBe('notYet');
  });

  it('say of a part number without a model that the model is unknown, not that it will come', () => {
    expect(factsOf({ modelName: '', maxPowerW: 0 })).toMatchObject({
      model: 'unknown',
      maxPower: 'unknown',
    });
  });

  it('that are missing in a capped answer are not told, and never a zero', () => {
    const { isValid } = COMPLETE;
    const capped = Object.fromEntries(Object.keys(COMPLETE).map((key) => [key, undefined]));
    expect(Object.values(factsOf({ ...capped, isValid }))).toEqual(Array(7).fill('notReported'));
  });

  it.each([
    [1, '0.0.1'],
    [99, '0.0.99'],
    [10_000, '1.0.0'],
    [65_535, '6.55.35'],
  ])('have of the number %d the version %s', (number, version) => {
    expect(factsOf({ firmwareVersion: number }).firmware).toEqual({ text: version });
  });

  it.each([
    [1, '1 (00 00 00 01)'],
    [4_294_967_295, '4294967295 (FF FF FF FF)'],
  ])('have of the part number %d the four bytes', (number, text) => {
    expect(factsOf({ partNumber: number }).partNumber).toEqual({ text });
  });

  it.each([-1, 0.5, Number.MIN_VALUE])('take %d for no version', (number) => {
    expect(factsOf({ bootloaderVersion: number }).bootloader).toBe('notYet');
  });

  it.each(['yesterday', '2021-02-31 10:00:00', '2021-12-04', '2021-12-04 25:00:00', '0021-12-04 11:30:00'])(
    'show the build date %s as it came',
    (text) => {
      expect(factsOf({ firmwareBuiltAt: text }).buildDate).toEqual({ text });
    },
  );

  it('show a hardware version of zeros when the part number came with it', () => {
    expect(factsOf({ hardwareVersion: '00.00' }).hardwareVersion).toEqual({ text: '00.00' });
  });
});

describe('what an inverter says about itself', () => {
  it('is complete when both answers have come', () => {
    expect(isComplete(COMPLETE)).toBe(true);
    expect(isComplete({ ...COMPLETE, isValid: false })).toBe(false);
    expect(isComplete({ ...COMPLETE, ...NO_FIRMWARE })).toBe(false);
    expect(isComplete({ ...COMPLETE, ...NO_HARDWARE })).toBe(false);
  });

  it('is as complete as it gets when a capped answer has lost a part', () => {
    expect(isComplete({ ...COMPLETE, firmwareVersion: undefined })).toBe(true);
  });
});
