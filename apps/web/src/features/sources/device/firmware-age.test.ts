import { expect, it } from 'vitest';
import { texts } from '../../../shared/i18n/en/sources.ts';
import { firmwareSentence } from './firmware-age.ts';

const { device: t } = texts;

it.each([
  ['v26.3.30', 'v26.3.30', t.newest],
  ['v25.9.11', 'v26.3.30', t.newer('v26.3.30')],
  ['v26.3.4', 'v26.3.30', t.newer('v26.3.30')],
  ['v26.10.1', 'v26.3.30', t.beyond('v26.3.30')],
  ['v26.3.30-2-g1234567', 'v26.3.30', t.beyond('v26.3.30')],
  ['v23.4.4-5-gabc', 'v26.3.30', t.newer('v26.3.30')],
  ['g1a2b3c4', 'v26.3.30', t.notComparable('v26.3.30')],
  ['', 'v26.3.30', t.notComparable('v26.3.30')],
  ['2024.02.19', '', undefined],
])('of %j, where %j is the newest known, is said the right thing', (version, newest, sentence) => {
  expect(firmwareSentence(t, { version, newest_version: newest })).toBe(sentence);
});

it('is older where it is of the first generation, which had no releases', () => {
  const source = { version: 'g24ad73f', newest_version: 'v26.3.30', generation: '2023-02' };
  expect(firmwareSentence(t, source)).toBe(t.newer('v26.3.30'));
});

it('is not known of the fork, whose releases the gateway does not know', () => {
  const source = { version: '2024.02.19', newest_version: '', kind: 'onbattery' } as const;
  expect(firmwareSentence(t, source)).toBe(t.newestUnknown);
});
