import { isRecord } from './unknown-values.ts';

/**
 * What can be wired, in the order of the wire. Source: docs/reference/original-device.md#device-settings-and-pins and
 * #pin-profiles.
 */
export const PIN_NAMES = {
  nrf24: ['clk', 'cs', 'en', 'irq', 'miso', 'mosi'],
  eth: ['enabled', 'phy_addr', 'power', 'mdc', 'mdio', 'type', 'clk_mode'],
  display: ['type', 'data', 'clk', 'cs', 'reset'],
} as const;

/**
 * What original devices have come to have beside: another radio, another Ethernet, lights. Source:
 * docs/reference/api-generations.md#pins-and-display.
 */
export const NEWER_PIN_NAMES = {
  cmt: ['clk', 'cs', 'fcs', 'sdio', 'gpio2', 'gpio3'],
  w5500: ['sclk', 'mosi', 'miso', 'cs', 'int', 'rst'],
  led: ['led0', 'led1'],
} as const;

export type PinGroup = keyof typeof PIN_NAMES;
export type NewerPinGroup = keyof typeof NEWER_PIN_NAMES;
type PinValue<G extends PinGroup, N extends string> = G extends 'eth'
  ? N extends 'enabled'
    ? boolean
    : number
  : number;
type Pins<G extends PinGroup> = { readonly [N in (typeof PIN_NAMES)[G][number]]: PinValue<G, N> };

/** Every pin: GPIO numbers (-1, for a display 255: not used), kinds of chip, and whether there is Ethernet. */
export type PinAssignment = { readonly [G in PinGroup]: Pins<G> };

/** Of newer groups; -1 is not connected. */
export type NewerPins = {
  readonly [G in NewerPinGroup]: { readonly [N in (typeof NEWER_PIN_NAMES)[G][number]]: number };
};

/** Pins as a file or an older device gives them: what is missing is undefined, and so is a newer group with nothing connected. */
export type PartialPins = {
  readonly [G in PinGroup]: { readonly [N in keyof Pins<G>]: Pins<G>[N] | undefined };
} & { readonly [G in NewerPinGroup]?: Readonly<Record<string, number | boolean | undefined>> };

/** A named assignment of `pin_mapping.json`; what it leaves out is as the board's makers wired it. */
export type PinProfile = PartialPins & { readonly name: string };

export const PIN_PROFILE_FILE = 'pin_mapping.json';

/** Stands for the board's own wiring, whatever language chose it. */
export const DEFAULT_PROFILE_NAME = 'Default';

/**
 * The same, and the words that original devices store: those that their page showed. Source:
 * docs/reference/original-device.md#quirk-55.
 */
export const DEFAULT_PROFILE_NAMES: readonly string[] = [
  DEFAULT_PROFILE_NAME,
  '(Default settings)',
  '(Standardeinstellungen)',
  '(Réglages par défaut)',
];

/**
 * The pins of the generic board, which count where a profile says nothing. Source:
 * docs/reference/original-device.md#pin-profiles.
 */
export const DEFAULT_PINS: PinAssignment = {
  nrf24: { clk: 18, cs: 5, en: 4, irq: 16, miso: 19, mosi: 23 },
  eth: { enabled: false, phy_addr: 0, power: -1, mdc: 23, mdio: 18, type: 0, clk_mode: 0 },
  display: { type: 0, data: 255, clk: 255, cs: 255, reset: 255 },
};

/** Reads the groups of a profile; values that cannot be (of `enabled`: no truth value) count as missing. */
export function readPins(value: Readonly<Record<string, unknown>>): PartialPins {
  const read = ([group, names]: readonly [string, readonly string[]]) => {
    const sent = value[group];
    const pins = isRecord(sent) ? sent : {};
    return [
      group,
      Object.fromEntries(names.map((name) => [name, readPin(`${group}.${name}`, pins[name])])),
    ] as const;
  };
  const newer = Object.entries(NEWER_PIN_NAMES)
    .map(read)
    .filter(([, pins]) => Object.values(pins).some((pin) => typeof pin === 'number' && pin >= 0));
  const groups = [...Object.entries(PIN_NAMES).map(read), ...newer];
  return Object.fromEntries(groups) as PartialPins; // every group and name of the first table is there
}

/**
 * GPIO numbers fit into a signed byte, those of a display into an unsigned one. Source:
 * docs/reference/original-device.md#pin-profiles.
 */
const LARGEST: Readonly<Record<string, number>> = {
  'eth.type': 6,
  'eth.clk_mode': 3,
  'display.type': 3,
  'display.data': 255,
  'display.clk': 255,
  'display.cs': 255,
  'display.reset': 255,
};

function readPin(path: string, value: unknown): number | boolean | undefined {
  if (path === 'eth.enabled') return typeof value === 'boolean' ? value : undefined;
  const isPin = typeof value === 'number' && Number.isInteger(value);
  return isPin && value >= (path in LARGEST ? 0 : -1) && value <= (LARGEST[path] ?? 127) ? value : undefined;
}

/** Puts the generic board's pin where a profile says nothing. */
export function completePins(pins: PartialPins): PinAssignment {
  const groups = Object.entries(DEFAULT_PINS).map(([group, defaults]) => {
    const given = Object.entries(pins[group as PinGroup]).filter(([, pin]) => pin !== undefined);
    return [group, { ...defaults, ...Object.fromEntries(given) }];
  });
  return Object.fromEntries(groups) as PinAssignment; // the groups of `DEFAULT_PINS`, none left out
}

/** Reads the content of the file: profiles without a name are left out; undefined when it is no list at all. */
export function readPinProfiles(value: unknown): readonly PinProfile[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((sent: unknown) => {
    if (!isRecord(sent) || typeof sent.name !== 'string' || sent.name === '') return [];
    return [{ name: sent.name, ...readPins(sent) }];
  });
}
