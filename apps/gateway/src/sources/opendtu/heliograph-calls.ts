import {
  getOrders,
  getSourceInverters,
  getSources,
  type Order as OrderFacts,
  renameSourceInverter,
  type SourceInverter,
} from '@heliograph/contract';
import type { OrderAction } from '@heliograph/domain';
import { type InverterChanges, ofInverter } from '@heliograph/opendtu-api';
import { type DeviceAnswer, type DeviceHttp, decodedAnswer } from './device-http.ts';
import type { NamedInverter } from './device-readings.ts';

/** What only another Heliograph can be asked: original devices have no sources, and keep no orders. */

/** An inverter that another Heliograph has from one of its own devices. */
export interface InverterBehind {
  /** What the other one calls that device. */
  readonly source: string;
  readonly inverter: SourceInverter;
}

/**
 * The inverters that another Heliograph has from its devices, which stand in no list of original devices. Undefined where it
 * does not tell.
 */
export async function readInvertersBehind(http: DeviceHttp): Promise<readonly InverterBehind[] | undefined> {
  const told = decodedAnswer(await http.get(getSources.path), getSources.read);
  if (told === undefined) return undefined;
  const devices = told.sources.filter(({ kind, state }) => kind !== 'radio' && state !== 'off');
  const found: InverterBehind[] = [];
  for (const { id } of devices) {
    const path = `${getSourceInverters.path}?source=${encodeURIComponent(id)}`;
    const list = decodedAnswer(await http.get(path), getSourceInverters.read);
    if (list === undefined) return undefined;
    found.push(...list.inverters.map((inverter) => ({ source: id, inverter })));
  }
  return found;
}

/** As the other Heliograph shows it: the names that its owner has given it there come before those of the device. */
export function namedBehind({ inverter }: InverterBehind): NamedInverter {
  const { serial, type, name, device_name: deviceName, channel } = inverter;
  return {
    serial,
    typeText: type,
    name: name === '' ? deviceName : name,
    strings: channel.map((string) => ({
      name: string.name === '' ? string.device_name : string.name,
      maxPowerW: string.max_power === 0 ? string.device_max_power : string.max_power,
    })),
  };
}

/**
 * Names an inverter there as its owner would do it on the pages of the other one, whose device keeps its own names. What the
 * other one was told before and is not changed stays.
 */
export function renameBehind(
  http: DeviceHttp,
  { source, inverter }: InverterBehind,
  { name, strings = [] }: InverterChanges,
): Promise<DeviceAnswer> {
  return http.post(renameSourceInverter.path, {
    source,
    serial: inverter.serial,
    name: name ?? inverter.name,
    channel: inverter.channel.map((before, index) => ({
      name: strings[index]?.name ?? before.name,
      max_power: strings[index]?.maxPowerW ?? before.max_power,
    })),
    on_device: false,
  });
}

/**
 * What another Heliograph knows of an order that it has taken from us: the newest one that a program gave it and that orders the
 * same. Undefined where it does not tell of any.
 */
export async function readOrderThere(
  http: DeviceHttp,
  serial: string,
  action: OrderAction,
): Promise<OrderFacts | undefined> {
  const told = decodedAnswer(await http.get(ofInverter(getOrders.path, serial)), getOrders.read);
  return told?.orders.find((order) => order.by === 'api' && order.serial === serial && isSame(order, action));
}

function isSame(order: OrderFacts, action: OrderAction): boolean {
  if (action.kind === 'power') return order.power === action.command;
  const { value, isRelative, isPersistent } = action.command;
  // Without its fraction, if it was sent so.
  const isValue = order.value === value || order.value === Math.trunc(value);
  return isValue && order.relative === isRelative && order.persistent === isPersistent;
}
