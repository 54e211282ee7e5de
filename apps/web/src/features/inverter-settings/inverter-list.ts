import { INVERTER_COUNT_MAX, type ListedInverter, type ReceivedInverterList } from '@heliograph/contract';

/** By the number that the serial is; those that are none come last, by their letters. */
export function sortedBySerial(inverters: readonly ListedInverter[]): readonly ListedInverter[] {
  const value = ({ serial }: ListedInverter) =>
    /^[\da-f]+$/i.test(serial) ? BigInt(`0x${serial}`) : undefined;
  return inverters.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === undefined || b === undefined) {
      return Number(a === undefined) - Number(b === undefined) || one.serial.localeCompare(other.serial);
    }
    return a < b ? -1 : a > b ? 1 : one.id - other.id;
  });
}

/** Those whose serial another one before them has: the gateway counts the first one only. */
export function listedTwice(inverters: readonly ListedInverter[]): ReadonlySet<ListedInverter> {
  const first = new Map<string, ListedInverter>();
  for (const inverter of inverters) {
    const serial = inverter.serial.toLowerCase();
    if (!first.has(serial)) first.set(serial, inverter);
  }
  return new Set(inverters.filter((inverter) => first.get(inverter.serial.toLowerCase()) !== inverter));
}

/** Whether every slot is taken, by inverters that can be shown or not. */
export function isFull({ inverter, refusedInverters }: ReceivedInverterList): boolean {
  return inverter.length + refusedInverters >= INVERTER_COUNT_MAX;
}

/** What has become of an inverter since its dialog was opened: nothing, or what somebody else did with it. */
export type Meanwhile = 'same' | 'changed' | 'deleted' | 'replaced';

/** `stored` is what the list has for that slot now. */
export function meanwhile(opened: ListedInverter, stored: ListedInverter | undefined): Meanwhile {
  if (stored === undefined) return 'deleted';
  if (stored.serial !== opened.serial) return 'replaced';
  return JSON.stringify(stored) === JSON.stringify(opened) ? 'same' : 'changed';
}
