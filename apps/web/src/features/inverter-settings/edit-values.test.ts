import type { ListedInverter } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { lengthNote } from '../../shared/form/length-note.ts';
import { createFormats } from '../../shared/i18n/format.ts';
import { editBody, editErrors, editedField, editValues } from './edit-values.ts';

const en = await allTexts('en');

const format = createFormats('en');
const roof: ListedInverter = {
  id: 3,
  name: 'Roof',
  serial: '114180400144',
  type: 'HM-600, HM-700, HM-800',
  channel: [
    { name: 'East', max_power: 380 },
    { name: '', max_power: 0 },
  ],
};
const edited = (changes: Record<string, string | boolean>) => ({ ...editValues(roof), ...changes });
const tooManyByOne = en.common.form.tooMany('1', '31');
const errors = (changes: Record<string, string>, inverter = roof) =>
  Object.fromEntries(
    Object.entries(editErrors(en, format, inverter, edited(changes))).filter(([, text]) => text),
  );

describe('what is sent after an edit', () => {
  it('is the full record: what was not touched goes back as it came', () => {
    expect(editBody(roof, editValues(roof))).toEqual(roof);
  });

  it('has numbers as numbers', () => {
    const body = editBody(roof, edited({ 'channel.1.max_power': ' 410 ', 'channel.1.name': 'West' }));
    expect(body.channel[1]).toEqual({ name: 'West', max_power: 410 });
  });

  it('has names without the spaces around them, which count for nothing', () => {
    const changes = { name: `  ${'x'.repeat(31)} `, 'channel.1.name': ' West\t' };
    const body = editBody(roof, edited(changes));
    expect([body.name, body.channel[1]?.name]).toEqual(['x'.repeat(31), 'West']);
    expect(errors(changes)).toEqual({});
  });

  it('has as many strings as the family where a device left them out, and never more than four', () => {
    const bare = { ...roof, channel: [] };
    expect(editBody(bare, editValues(bare)).channel).toHaveLength(2);
    const many = { ...roof, channel: Array.from({ length: 9 }, () => ({ name: '', max_power: 0 })) };
    expect(editBody(many, editValues(many)).channel).toHaveLength(4);
  });
});

describe('how an inverter is treated', () => {
  const treatment = { poll_enable: true, command_enable_night: false, reachable_threshold: 2 };
  const newer: ListedInverter = {
    ...roof,
    channel: roof.channel.map((string) => ({ ...string, yield_total_offset: 1.5 })),
    treatment,
  };

  it('goes back as it came, and only as far as the device knows of it', () => {
    const { treatment: _, ...record } = newer;
    expect(editBody(newer, editValues(newer))).toEqual({ ...record, ...treatment });
    expect(Object.keys(editBody(roof, editValues(roof)))).toEqual([
      'id',
      'serial',
      'name',
      'type',
      'channel',
    ]);
  });

  it('is changed in the form, numbers with the decimal sign of the reader', () => {
    const changes = {
      poll_enable: false,
      reachable_threshold: ' 7 ',
      'channel.1.yield_total_offset': '−12,25',
    };
    const body = editBody(newer, { ...editValues(newer), ...changes });
    expect(body).toMatchObject({ poll_enable: false, command_enable_night: false, reachable_threshold: 7 });
    expect(body.channel.map(({ yield_total_offset }) => yield_total_offset)).toEqual([1.5, -12.25]);
  });

  it.each([
    ['reachable_threshold', '0', 'Enter a whole number from 1 to 100.'],
    ['reachable_threshold', '101', 'Enter a whole number from 1 to 100.'],
    ['channel.0.yield_total_offset', '', en.inverters.treatment.noOffset],
    ['channel.0.yield_total_offset', 'a lot', en.inverters.treatment.noOffset],
  ])('is not sent with %s %j', (field, value, text) => {
    const found = editErrors(en, format, newer, { ...editValues(newer), [field]: value });
    expect(found[field]).toBe(text);
  });
});

describe('the errors of an edit', () => {
  it('are none for what is stored, even where a new serial would have to look different', () => {
    expect(errors({})).toEqual({});
    expect(errors({ serial: '42' }, { ...roof, serial: '42' })).toEqual({});
  });

  it.each([
    ['serial', '', en.inverters.serialRequired],
    ['serial', '1141', en.inverters.serialLength('4')],
    ['serial', '000000000000', en.common.results[4001]],
    ['name', '  ', en.inverters.nameRequired],
    ['name', 'ä'.repeat(16), lengthNote(en, 'ä'.repeat(16), 31)],
    ['name', 'x'.repeat(32), tooManyByOne],
    ['channel.0.name', 'ä'.repeat(16), lengthNote(en, 'ä'.repeat(16), 31)],
    ['channel.0.name', 'x'.repeat(32), tooManyByOne],
    ['channel.1.max_power', '', 'Enter a whole number from 0 to 65,535.'],
    ['channel.1.max_power', '-1', 'Enter a whole number from 0 to 65,535.'],
    ['channel.1.max_power', '65536', 'Enter a whole number from 0 to 65,535.'],
  ])('%s: %j', (field, value, text) => {
    expect(errors({ [field]: value })).toEqual({ [field]: text });
  });

  it('are none at the very limits', () => {
    expect(
      errors({ name: 'x'.repeat(31), 'channel.0.name': 'x'.repeat(31), 'channel.0.max_power': '65535' }),
    ).toEqual({});
  });
});

describe('the field of a refusal', () => {
  it('is found by the code, and for a name by the length that the device allows', () => {
    expect(editedField({ type: 'warning', code: 4001 }, edited({}))).toBe('serial');
    expect(editedField({ type: 'warning', code: 4002, param: { max: 31 } }, edited({}))).toBe('name');
    const long = edited({ 'channel.0.name': 'x'.repeat(31) });
    expect(editedField({ type: 'warning', code: 4002, param: { max: 30 } }, long)).toBe('channel.0.name');
    expect(editedField({ type: 'warning', code: 1003 }, edited({}))).toBeUndefined();
  });
});
