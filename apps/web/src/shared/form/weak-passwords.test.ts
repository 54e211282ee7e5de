import { expect, it } from 'vitest';
import { isWeak } from './weak-passwords.ts';

it.each([
  ...['openDTU42', '12345678', '123456789', '987654321', 'password', 'Passwort1', 'adminadmin'],
  ...['aaaaaaaa', 'abababab', 'abcdefgh', 'hgfedcba', 'qwertz123', 'Qwertzui', 'asdfghjkl', 'abcd1234'],
  'solar2024',
])('%s is among the first that are guessed', (password) => expect(isWeak(password)).toBe(true));

it.each(['', 'roof and sun 7', 'k7pm-3xqw', 'correct horse', 'Soleil levant 8', 'abc7k2m9'])(
  '%j is not',
  (password) => expect(isWeak(password)).toBe(false),
);

it.each(['rosalind', 'Rosalind1', 'rosalindrosalind', 'attic-box!', 'attic-box.local'])(
  '%s is, where these are names of the user and the gateway',
  (password) => {
    expect(isWeak(password, ['Rosalind', 'attic-box', 'attic-box.local'])).toBe(true);
    expect(isWeak(password)).toBe(false);
  },
);

it('takes no number of an address for a name, nor what only has a name in it', () => {
  expect(isWeak('19283746501', ['192'])).toBe(false);
  expect(isWeak('rosalind in the attic', ['rosalind', ''])).toBe(false);
});
