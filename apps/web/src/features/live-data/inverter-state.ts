import {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  type LiveChannel,
  type LiveInverter,
  type LiveValue,
  PROPERTY_NAMES,
  type ReceivedLiveInverter,
} from '@heliograph/contract';

/**
 * How an inverter is doing. `unreachable`: it should answer and does not; `asleep`: it does not because its sun has set;
 * `silent`: it does not, or is asked no more, and nobody can say whether that is right. `unknown`: nothing was ever
 * measured, and nothing says that it should have been; `stale`: the link is down, so nobody knows.
 */
export type InverterState = 'unreachable' | 'asleep' | 'silent' | 'idle' | 'producing' | 'unknown' | 'stale';

/** The values of a channel, in the order of the wire. */
export function channelValues(
  channel: LiveChannel,
): [name: (typeof PROPERTY_NAMES)[number], value: LiveValue][] {
  return PROPERTY_NAMES.flatMap((name) => {
    const value = channel[name];
    return value === undefined ? [] : [[name, value]];
  });
}

/** The channels an inverter has, in their order. */
export function inverterChannels(inverter: LiveInverter): [number: ChannelNumber, channel: LiveChannel][] {
  return CHANNEL_NUMBERS.flatMap((number) => {
    const channel = inverter.channels[number];
    return channel === undefined ? [] : [[number, channel]];
  });
}

/**
 * Whether the inverter ever sent a reading. Before the first real-time data every value on the wire is zero, which would
 * read as "measured, and zero". Real data cannot be all zero: an inverter that answers has DC voltage, grid frequency
 * and a temperature. Where there is no number at all (no channels, or none that could be read) nothing speaks against
 * it. Source: docs/reference/original-device.md#live-data and #measurements.
 */
export function hasReading(inverter: LiveInverter): boolean {
  let hasZeros = false;
  for (const channel of Object.values(inverter.channels)) {
    for (const name of PROPERTY_NAMES) {
      const number = channel[name]?.v ?? undefined;
      if (number !== undefined && number !== 0) return true; // mostly the first: each message asks this many times
      hasZeros ||= number === 0;
    }
  }
  return !hasZeros;
}

/** What to call an inverter: by its name, or, where that is empty to the eye, by its serial number. */
export function inverterTitle({ name, serial }: LiveInverter): string {
  return name.trim() === '' ? serial : name;
}

/** `linkStale`: the page itself has had no message for too long. */
export function inverterState(inverter: ReceivedLiveInverter, linkStale: boolean): InverterState {
  if (linkStale) return 'stale';
  const { silence } = inverter;
  if ((silence === undefined || silence === 'unclear') && !hasReading(inverter)) return 'unknown';
  if (silence !== undefined) return SILENT_STATES[silence];
  if (!inverter.answering) return 'silent';
  return inverter.producing ? 'producing' : 'idle';
}

const SILENT_STATES = { problem: 'unreachable', asleep: 'asleep', unclear: 'silent' } as const;

// Enough sun on the other strings that diffuse light alone would show on a healthy one.
const SIBLING_NOTABLE_W = 20;
// Below this a string delivers nothing; the wire's step is 0.1 W.
const DEAD_BELOW_W = 0.5;

/** The strings that deliver nothing while another string of the same inverter notably does. */
export function deadStrings(inverter: ReceivedLiveInverter): readonly ChannelNumber[] {
  if (!inverter.answering) return [];
  const powers = inverterChannels(inverter).flatMap(([number, { Power }]): [ChannelNumber, number][] =>
    number === 0 || typeof Power?.v !== 'number' ? [] : [[number, Power.v]],
  );
  const best = Math.max(0, ...powers.map(([, power]) => power));
  if (best < SIBLING_NOTABLE_W) return [];
  return powers.filter(([, power]) => power < DEAD_BELOW_W).map(([number]) => number);
}
