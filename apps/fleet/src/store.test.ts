import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './store.ts';

const ofPostgres = (code: string) => Object.assign(new pg.DatabaseError('said', 4, 'error'), { code });
const severely = (error: unknown) => {
  const said: string[] = [];
  const log = {
    error: (text: string) => said.push(`error: ${text}`),
    warn: (text: string) => said.push(`warn: ${text}`),
    info: () => undefined,
  };
  return [refusalOf(error, log), ...said.map((text) => text.split(':')[0])];
};

describe('what went wrong at the database', () => {
  it.each([
    ['a name that is there already', ofPostgres('23505'), ['taken']],
    ['a group that is not there', ofPostgres('23503'), ['unknown']],
    ['a text that it cannot hold', ofPostgres('22021'), ['values']],
    ['a restart', ofPostgres('57P01'), ['database', 'warn']],
    ['a full disk', ofPostgres('53100'), ['database', 'warn']],
    ['nobody there', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), ['database', 'warn']],
    ['no answer in time', new Error('Query read timeout'), ['database', 'warn']],
    ['a table that is not there', ofPostgres('42P01'), ['fault', 'error']],
    ['a right that it lacks', ofPostgres('42501'), ['fault', 'error']],
    ['a fault of our own', new TypeError('x is undefined'), ['fault', 'error']],
  ])('is told by its own name: %s', (_, error, told) => {
    expect(severely(error)).toEqual(told);
  });
});
