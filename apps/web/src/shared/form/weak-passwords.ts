import type { FieldNotice } from './field.tsx';

/** What people take where they have to take something; guessers begin with it. */
const WEAK =
  /^(?:pass(?:word|wort)|motdepasse|kennwort|qwert[yz]|azerty|1qaz2wsx|iloveyou|admin|administrator|heliograph|opendtu|solar|sonne|soleil|welcome|willkommen|bienvenue|letmein|geheim|secret|hallo|changeme|default|test)+[\d!.?#*-]*$/i;
/** What is added so that a rule about digits is kept. */
const ADDED = /[\d!.?#*-]*$/;
/** As they lie on a keyboard, and in the alphabet. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  ...['qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'],
].flatMap((row) => [row, [...row].reverse().join('')]);
const ROW_MIN_LENGTH = 4;

/** Whether a password is among the first that somebody would guess who knows these names. */
export function isWeak(password: string, names: readonly string[] = []): boolean {
  if (password === '') return false;
  const isOneCharacter = new Set(password).size < 3;
  return isOneCharacter || WEAK.test(password) || isRow(password.toLowerCase()) || isOneOf(names, password);
}

function isRow(text: string): boolean {
  const word = text.replace(ADDED, '') || text;
  return word.length >= ROW_MIN_LENGTH && ROWS.some((row) => row.includes(word));
}

/** A name, once or more often, with nothing else but what is added. */
function isOneOf(names: readonly string[], password: string): boolean {
  return names.some((name) => {
    const rest = password.toLowerCase().replaceAll(name.toLowerCase(), '');
    return /\D/.test(name) && rest.length < password.length && rest.replace(ADDED, '') === '';
  });
}

/** What warns of a password that would be guessed; it may be taken all the same. */
export function passwordNotice(password: string, userName: string, text: string): FieldNotice | undefined {
  if (password === '') return undefined; // also where the gateway renders, which has no address
  const { hostname } = window.location;
  const isGuessed = isWeak(password, [userName, hostname, hostname.replace(/\..*/, '')]);
  return isGuessed ? { kind: 'warning', text } : undefined;
}
