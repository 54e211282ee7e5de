import { type PartialPins, PIN_NAMES, type PinGroup } from '@heliograph/contract';
import type { Texts } from '../../shared/i18n/texts.ts';

/** One line of the comparison; undefined: not reported. */
export interface PinRow {
  readonly name: string;
  readonly selected: number | boolean | undefined;
  readonly active: number | boolean | undefined;
}

/** In the order of the table. Source: specification, device manager. */
const ROWS: Readonly<Record<PinGroup, readonly string[]>> = {
  ...PIN_NAMES,
  nrf24: ['miso', 'mosi', 'clk', 'irq', 'en', 'cs'],
};
export const PIN_GROUPS = Object.keys(ROWS) as readonly PinGroup[];

/** What a profile would wire, beside what is wired since the start. */
export function pinRows(group: PinGroup, selected: PartialPins, active: PartialPins): readonly PinRow[] {
  const pinsOf = (pins: PartialPins) =>
    new Map<string, number | boolean | undefined>(Object.entries(pins[group]));
  const [would, is] = [pinsOf(selected), pinsOf(active)];
  return ROWS[group].map((name) => ({
    name,
    selected: would.get(name),
    active: is.get(name),
  }));
}

export function countDifferences(selected: PartialPins, active: PartialPins): number {
  const rows = PIN_GROUPS.flatMap((group) => pinRows(group, selected, active));
  return rows.filter(isDifferent).length;
}

/** Whether the values differ; what was not reported may be anything. */
export function isDifferent({ selected, active }: PinRow): boolean {
  return active !== undefined && selected !== active;
}

const NOT_USED = -1;
/** On a display, whose pins are stored without a sign. */
const NOT_USED_UNSIGNED = 255;
/** By number. Source: docs/reference/original-device.md#pin-profiles. */
const ETHERNET_CHIPS = ['LAN8720', 'TLK110', 'RTL8201', 'DP83848', 'DM9051', 'KSZ8041', 'KSZ8081'];
const DISPLAY_CHIPS = ['PCD8544', 'SSD1306', 'SH1106'];

/** The name of a pin or of another value beside the pins. */
export function pinName({ names }: Texts['device'], name: string): string {
  return (names as Readonly<Record<string, string>>)[name] ?? name.toUpperCase();
}

/** A value as words: what numbers stand for, and a pin by its number. */
export function pinText(t: Texts['device'], group: PinGroup, name: string, value: number | boolean): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const kinds: Readonly<Record<string, readonly string[]>> = {
    'eth type': ETHERNET_CHIPS,
    'eth clk_mode': t.clocks,
    'display type': [t.noDisplay, ...DISPLAY_CHIPS],
  };
  const known = kinds[`${group} ${name}`];
  if (known !== undefined) return known[value] ?? String(value);
  if (value === NOT_USED || (group === 'display' && value === NOT_USED_UNSIGNED)) return t.notUsed;
  return name === 'phy_addr' ? String(value) : `GPIO ${value}`;
}
