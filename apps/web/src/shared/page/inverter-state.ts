import { quantityOf, type ReceivedChannel, type ReceivedInverter } from '@heliograph/contract';

/**
 * How an inverter is doing. `unreachable`: it should answer and does not; `asleep`: it does not because its sun has set;
 * `silent`: it does not, and nobody can say whether that is right. `unpolled`: it is not asked, because its owner wants it so.
 * `unknown`: nothing was ever measured, and nothing says that it should have been; `stale`: the link is down, so nobody knows.
 */
export type InverterState =
  | 'unreachable'
  | 'asleep'
  | 'silent'
  | 'unpolled'
  | 'idle'
  | 'producing'
  | 'unknown'
  | 'stale';

/** What to call an inverter: by its name, or, where that is empty to the eye, by its serial number. */
export function inverterTitle({ name, serial }: Pick<ReceivedInverter, 'name' | 'serial'>): string {
  return name.trim() === '' ? serial : name;
}

/** `linkStale`: the page itself has had no message for too long. */
export function inverterState(inverter: ReceivedInverter, linkStale: boolean): InverterState {
  if (linkStale) return 'stale';
  const { silence } = inverter;
  if ((silence === undefined || silence === 'unclear') && !inverter.hasReading) return 'unknown';
  if (silence === 'problem') return 'unreachable';
  if (silence !== undefined && silence !== 'unclear') return silence;
  if (!inverter.isAnswering) return 'silent';
  return inverter.isProducing ? 'producing' : 'idle';
}

// Enough sun on the other strings that diffuse light alone would show on a healthy one.
const SIBLING_NOTABLE_W = 20;
// Below this a string delivers nothing; the wire's step is 0.1 W.
const DEAD_BELOW_W = 0.5;

/** The strings that deliver nothing while another string of the same inverter notably does. */
export function deadStrings({ isAnswering, strings }: ReceivedInverter): readonly ReceivedChannel[] {
  const powerOf = (string: ReceivedChannel) => quantityOf(string, 'power')?.value;
  const best = Math.max(0, ...strings.map((string) => powerOf(string) ?? 0));
  if (!isAnswering || best < SIBLING_NOTABLE_W) return [];
  return strings.filter((string) => (powerOf(string) ?? best) < DEAD_BELOW_W);
}
