import { expect, it } from 'vitest';
import { isWeak } from './weak-passwords.ts';

it.each(['12345678', '987654321', 'password', 'Passwort1', 'aaaaaaaa', 'qwertz123', 'solar2024'])(
  '%s is among the first that are guessed',
  (password) => expect(isWeak(password)).toBe(true),
);

it.each(['', 'roof and sun 7', 'k7pm-3xqw', 'correct horse', 'Soleil levant 8'])('%j is not', (password) =>
  expect(isWeak(password)).toBe(false),
);
