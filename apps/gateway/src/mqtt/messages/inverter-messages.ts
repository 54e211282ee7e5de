import { deviceFacts } from '../../encoding/device-facts.ts';
import { limitInWatts } from '../../encoding/live-data.ts';
import { channelsOf, measuredValue } from '../../encoding/measured-fields.ts';
import { type InverterState, isProducing, isReachable } from '../../fleet/inverter.ts';
import { knownLimitPercent } from '../../fleet/limit-state.ts';
import type { MqttContent } from '../connection/mqtt-message.ts';
import { fieldTopic, publishedFieldsOf } from './channel-fields.ts';

export interface StatusFacts {
  /** Ends with a slash. */
  readonly baseTopic: string;
  /** Unix time of the last statistics, by the device's clock; 0: never. */
  readonly lastUpdateS: number;
}

/** What is published of an inverter at every interval. Source: docs/reference/original-device.md#mqtt-topics. */
export function inverterStatusMessages(
  inverter: InverterState,
  { baseTopic, lastUpdateS }: StatusFacts,
): readonly MqttContent[] {
  return contents(`${baseTopic}${inverter.serial}/`, [
    ['name', inverter.name],
    ...deviceEntries(inverter),
    ...limitEntries(inverter),
    ['status/reachable', flag(isReachable(inverter))],
    ['status/producing', flag(isProducing(inverter))],
    ['status/last_update', String(lastUpdateS)],
  ]);
}

/**
 * What is published of an inverter after it has told new values; nothing stands for what it has not told. Source: docs/reference/original-device.md#mqtt-topics.
 */
export function inverterValueMessages(inverter: InverterState, baseTopic: string): readonly MqttContent[] {
  const { serial, strings } = inverter;
  const entries = channelsOf(inverter).flatMap((channel): Entry[] => {
    const values = publishedFieldsOf(inverter, channel).flatMap((field): Entry[] => {
      const value = measuredValue(inverter, channel, field);
      return Number.isNaN(value) ? [] : [[fieldTopic(channel, field), twoDecimals(value)]];
    });
    return channel === 0 ? values : [[`${channel}/name`, strings[channel - 1]?.name ?? ''], ...values];
  });
  return contents(`${baseTopic}${serial}/`, entries);
}

type Entry = readonly [path: string, payload: string];

function contents(prefix: string, entries: readonly Entry[]): readonly MqttContent[] {
  return entries.map(([path, payload]) => ({ topic: prefix + path, payload }));
}

function deviceEntries({ deviceInfo }: InverterState): readonly Entry[] {
  const facts = deviceFacts(deviceInfo);
  if (!facts.valid_data) return [];
  return [
    ['device/bootloaderversion', String(facts.fw_bootloader_version)],
    ['device/fwbuildversion', String(facts.fw_build_version)],
    ['device/fwbuilddatetime', facts.fw_build_datetime],
    ['device/hwpartnumber', String(facts.hw_part_number)],
    ['device/hwversion', facts.hw_version],
  ];
}

/** What is in doubt is not published: the last one that was sure stays where it is retained. */
function limitEntries(inverter: InverterState): readonly Entry[] {
  if (inverter.limit.source === 'unknown') return [];
  const percent = knownLimitPercent(inverter.limit);
  const watts = limitInWatts(inverter, percent);
  const relative: Entry = ['status/limit_relative', twoDecimals(percent)];
  return watts < 0 ? [relative] : [relative, ['status/limit_absolute', twoDecimals(watts)]];
}

function flag(isSet: boolean): string {
  return isSet ? '1' : '0';
}

/** Values are 32-bit floats; halves go away from zero, and what rounds to zero has no sign. */
export function twoDecimals(value: number): string {
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}
