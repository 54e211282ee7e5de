import {
  NEWER_PIN_NAMES,
  type NewerPinGroup,
  type PartialPins,
  PIN_NAMES,
  type PinGroup,
} from '@heliograph/contract';
import type { Texts } from '../../shared/i18n/texts.ts';

/** One line of the comparison; undefined: not reported. */
export interface PinRow {
  readonly name: string;
  readonly selected: number | boolean | undefined;
  readonly active: number | boolean | undefined;
}

type AnyGroup = PinGroup | NewerPinGroup;

/** In the order of the table. Source: specification, device manager. */
const ROWS: Readonly<Record<AnyGroup, readonly string[]>> = {
  ...PIN_NAMES,
  nrf24: ['miso', 'mosi', 'clk', 'irq', 'en', 'cs'],
  ...NEWER_PIN_NAMES,
};

/** Those of 2023, and of newer ones those that the board has. */
export function pinGroups(active: PartialPins): readonly AnyGroup[] {
  return (Object.keys(ROWS) as AnyGroup[]).filter((group) => active[group] !== undefined);
}

/** What a profile would wire, beside what is wired since the start; without a profile only that. */
export function pinRows(
  group: AnyGroup,
  selected: PartialPins | undefined,
  active: PartialPins,
): readonly PinRow[] {
  const isNewer = group in NEWER_PIN_NAMES;
  const pinsOf = (pins: PartialPins | undefined) =>
    new Map<string, number | boolean | undefined>(Object.entries(pins?.[group] ?? {}));
  const [would, is] = [pinsOf(selected), pinsOf(active)];
  return ROWS[group].map((name) => ({
    name,
    // What a profile does not say of a newer group is not connected.
    selected: would.get(name) ?? (isNewer && selected ? NOT_USED : undefined),
    active: is.get(name),
  }));
}

export function countDifferences(selected: PartialPins, active: PartialPins): number {
  const rows = pinGroups(active).flatMap((group) => pinRows(group, selected, active));
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
export function pinText(t: Texts['device'], group: AnyGroup, name: string, value: number | boolean): string {
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
