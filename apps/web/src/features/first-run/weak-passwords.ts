/** What people take where they have to take something; guessers begin with it. */
const WEAK =
  /^(?:pass(?:word|wort)|motdepasse|kennwort|qwert[yz]|azerty|iloveyou|admin|administrator|heliograph|opendtu|solar|sonne|soleil|welcome|willkommen|bienvenue|letmein|geheim|secret|hallo|changeme|default|test)+[\d!.?#*-]*$/i;
const DIGITS_UP = '01234567890123456789';
const DIGITS_DOWN = '98765432109876543210';

/** Whether a password is among the first that somebody would guess. */
export function isWeak(password: string): boolean {
  if (password === '') return false;
  const isOneCharacter = new Set(password).size < 3;
  return (
    isOneCharacter || WEAK.test(password) || DIGITS_UP.includes(password) || DIGITS_DOWN.includes(password)
  );
}
