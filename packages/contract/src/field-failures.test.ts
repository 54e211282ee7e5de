import { describe, expect, it } from 'vitest';
import { fieldFailures } from './field-failures.ts';
import { InverterAdditionSchema, InverterEditSchema } from './inverter.ts';

const string = (name: string) => ({ name, max_power: 0 });

describe('the failures of a form', () => {
  it('are none where the gateway would take it', () => {
    expect(fieldFailures(InverterAdditionSchema, { serial: '116180400144', name: 'Roof' })).toEqual([]);
  });

  it('are told for every field at once, each with its code and numbers', () => {
    expect(fieldFailures(InverterAdditionSchema, { serial: '0', name: '' })).toEqual([
      { path: 'serial', code: 4001 },
      { path: 'name', code: 4002, param: { max: 31 } },
    ]);
  });

  it('name the item of a list', () => {
    const channel = [string(''), string('ä'.repeat(16))];
    expect(fieldFailures(InverterEditSchema, { id: 0, serial: '1', name: 'A', channel })).toEqual([
      { path: 'channel.1.name', code: 4002, param: { max: 31 } },
    ]);
  });

  it('concern the whole form when keys are missing', () => {
    expect(fieldFailures(InverterAdditionSchema, { serial: '1' })).toEqual([{ path: '', code: 1005 }]);
  });
});
