import { PHASE_PROPERTY_NAMES } from '@heliograph/contract';
import { inverterOf, ONE_STRING, THREE_PHASES } from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import { fieldsOf, MEASURED_FIELDS, measuredValue } from './measured-fields.ts';

describe('fields', () => {
  // docs/reference/original-device.md#measurements.
  it('have the units and digits of the live data', () => {
    const shown = Object.entries(MEASURED_FIELDS).map(
      ([name, { unit, digits }]) => `${name} [${unit}] ${digits}`,
    );
    expect(shown).toEqual([
      'Power [W] 1',
      'Voltage [V] 1',
      'Current [A] 2',
      'Power DC [W] 1',
      'YieldDay [Wh] 0',
      'YieldTotal [kWh] 3',
      'Frequency [Hz] 2',
      'Temperature [°C] 1',
      'PowerFactor [] 3',
      'ReactivePower [var] 1',
      'Efficiency [%] 3',
      'Irradiation [%] 3',
      'Voltage Ph1-N [V] 1',
      'Voltage Ph2-N [V] 1',
      'Voltage Ph3-N [V] 1',
      'Voltage Ph1-Ph2 [V] 1',
      'Voltage Ph2-Ph3 [V] 1',
      'Voltage Ph3-Ph1 [V] 1',
      'Current Ph1 [A] 2',
      'Current Ph2 [A] 2',
      'Current Ph3 [A] 2',
    ]);
  });

  it('stand on the AC side and on strings in the order of the live data', () => {
    const inverter = inverterOf(ONE_STRING);
    expect(fieldsOf(inverter, 0).join()).toBe(
      'Power,Voltage,Current,Power DC,YieldDay,YieldTotal,Frequency,Temperature,PowerFactor,ReactivePower,Efficiency',
    );
    expect(fieldsOf(inverter, 1).join()).toBe('Power,Voltage,Current,YieldDay,YieldTotal,Irradiation');
  });

  it('stand behind them for each of several phases, and are no number where nobody has told it', () => {
    const inverter = inverterOf(THREE_PHASES);
    expect(fieldsOf(inverter, 0).slice(11)).toEqual(PHASE_PROPERTY_NAMES);
    expect(fieldsOf(inverter, 6)).toEqual(fieldsOf(inverter, 1));
    const [first, , third] = inverter.reading.phases;
    if (first === undefined || third === undefined) throw new Error('there are three');
    const reading = { ...inverter.reading, phases: [first, third], lineVoltagesV: [] };
    const values = PHASE_PROPERTY_NAMES.map((name) => measuredValue({ ...inverter, reading }, 0, name));
    expect(values).toEqual([0, 0, NaN, NaN, NaN, NaN, 0, 0, NaN]);
  });
});

describe('the irradiation of the last measurement', () => {
  it('follows the peak power of its string at once', () => {
    const inverter = inverterOf(ONE_STRING, (fleet, serial) => {
      fleet.update(serial, ({ reading }) => ({
        reading: { ...reading, strings: reading.strings.map((string) => ({ ...string, powerW: 128.5 })) },
      }));
    });
    const irradiation = (maxPowerW: number) =>
      measuredValue({ ...inverter, strings: [{ name: '', maxPowerW }] }, 1, 'Irradiation');
    expect(irradiation(300)).toBe(Math.fround(Math.fround(128.5 / 300) * 100));
    expect(irradiation(0)).toBe(0);
  });
});
