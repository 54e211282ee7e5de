import { INVERTER_COUNT_MAX, placeOf, stringCountMaxOf, TREATMENT_KEYS } from '@heliograph/contract';
import type { Sections } from '../settings/sections.ts';
import { type InNoFile, LAYOUT_VERSION, PLACE_OF_PLANT, PLACES, type PlainSection } from './config-layout.ts';

type Tree = { [key: string]: unknown };

/** What is not for everybody who may have such a file. */
export interface LeftOut {
  /** The hash of the admin's password; whoever restores a file without it leaves the password as it is. */
  readonly passwordHash?: boolean;
}

/** What is set, as a file that an original device takes too: without the admin's password, and without the devices that bring inverters. */
export function configJson(
  sections: Omit<Sections, InNoFile>,
  saveCount: number,
  { passwordHash: isHashLeftOut = false }: LeftOut = {},
): string {
  const { dtu, security, device, inverters, network } = sections;
  const { display } = device;
  const tree: Tree = { cfg: { version: LAYOUT_VERSION, save_count: saveCount } };
  for (const section of ['network', 'ntp', 'mqtt'] as const) placeAll(tree, section, sections);
  const place = placeOf(sections.ntp);
  if (place !== undefined) {
    put(tree, PLACE_OF_PLANT.latitude.split('.'), place.latitude);
    put(tree, PLACE_OF_PLANT.longitude.split('.'), place.longitude);
  }
  const slots = Array.from({ length: INVERTER_COUNT_MAX }, (_, slot) => inverterEntry(slot, inverters));
  return jsonText({
    ...tree,
    dtu: {
      serial: serialNumber(dtu.dtu_serial),
      poll_interval: dtu.dtu_pollinterval,
      pa_level: dtu.dtu_palevel,
    },
    // An original device takes its default password where it finds none. Source: docs/decisions/0006-password-hash.md.
    security: {
      ...(!isHashLeftOut && { password_hash: security.password_hash }),
      allow_readonly: security.allow_readonly,
    },
    device: {
      pinmapping: device.profile,
      display: {
        powersafe: display.power_safe,
        screensaver: display.screensaver,
        showlogo: display.show_logo,
        contrast: display.contrast,
        rotation: display.rotation,
        locale: display.locale,
        diagram_duration: display.diagramduration,
        diagram_mode: display.diagrammode,
      },
      led: device.led,
    },
    inverters: slots,
    // Originals since v25.5.10 have it, with other parts; they take those that they have.
    logging: device.log,
    // What no original has a name for; they skip it.
    heliograph: {
      api_generations: network.api_generations,
      prometheus_labels: network.prometheus_labels,
    },
  });
}

function placeAll<S extends PlainSection>(tree: Tree, section: S, sections: Pick<Sections, S>): void {
  for (const [path, key] of PLACES[section]) put(tree, path.split('.'), sections[section][key]);
}

function put(tree: Tree, [name = '', ...below]: readonly string[], value: unknown): void {
  if (below.length === 0) tree[name] = value;
  else {
    tree[name] ??= {};
    put(tree[name] as Tree, below, value);
  }
}

const EMPTY_STRING = { name: '', max_power: 0 };

function inverterEntry(id: number, { inverter, order = [] }: Sections['inverters']) {
  const slot = inverter.find((one) => one.id === id);
  const serial = slot?.serial ?? '0';
  const channel = Array.from(
    { length: stringCountMaxOf(serial) },
    (_, string) => slot?.channel[string] ?? EMPTY_STRING,
  );
  const treatment = TREATMENT_KEYS.filter((key) => slot?.[key] !== undefined).map((key) => [
    key,
    slot?.[key],
  ]);
  // Originals since v23.4.4 have it too; what nobody has said is not told.
  const entry = {
    ...{ serial: serialNumber(serial), name: slot?.name ?? '' },
    ...Object.fromEntries(treatment),
    channel,
  };
  // Originals since v23.5.31 have it too. Where nobody has chosen an order there is nothing to tell.
  return order.length === 0 ? entry : { ...entry, order: order.includes(id) ? order.indexOf(id) : 0 };
}

/**
 * The printed digits are hexadecimal; the file has the number in decimal. Source:
 * docs/reference/original-device.md#serial-numbers.
 */
function serialNumber(digits: string): bigint {
  return BigInt(`0x${digits}`);
}

/** JSON with all digits of the longest serials, which are beyond the exact numbers of JavaScript. */
function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`);
  return `{${members.join(',')}}`;
}
