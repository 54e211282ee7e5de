import type { ApiGenerations, EndpointName, SentAnswer } from '@heliograph/contract';
import {
  encodeInverterList,
  encodeMqttStatus,
  encodeNetworkStatus,
  encodeSettings,
  encodeSystemStatus,
  encodeTimeStatus,
  FEBRUARY_2023,
  type ListedInverter,
  NEWEST_RELEASE,
  type Release,
} from '@heliograph/opendtu-api';

/**
 * What an original device of a release answers to a call, as far as its keys go; a list has one item that stands for all. A
 * call without a row here is answered the same in every generation, or makes its own difference.
 */
const ORIGINALS: { readonly [N in EndpointName]?: (release: Release) => unknown } = {
  getSystemStatus: (release) => encodeSystemStatus(release, {}),
  getNetworkStatus: (release) => encodeNetworkStatus(release, {}),
  getNtpStatus: (release) => encodeTimeStatus(release, {}),
  getMqttStatus: (release) => encodeMqttStatus(release, {}),
  getNetworkConfig: (release) => encodeSettings('network', release),
  // Where the plant stands was ours before: our pages and theirs name it alike.
  getNtpConfig: (release) => ({ ...encodeSettings('time', release), latitude: 0, longitude: 0 }),
  getMqttConfig: (release) => encodeSettings('mqtt', release),
  getDtuConfig: (release) => encodeSettings('dtu', release),
  getDeviceConfig: (release) => encodeSettings('device', release),
  getInverterList: (release) => encodeInverterList(release, [ANY_INVERTER]),
};

const ANY_INVERTER: ListedInverter = {
  ...{ id: 0, serial: '', name: '', typeText: '', order: undefined },
  strings: [{ name: '', maxPowerW: 0, yieldTotalOffsetKWh: undefined }],
  ...{
    isPolled: undefined,
    isPolledAtNight: undefined,
    takesOrders: undefined,
    takesOrdersAtNight: undefined,
  },
  ...{ reachableThreshold: undefined, isZeroedWhenSilent: undefined, isYieldZeroedAtMidnight: undefined },
  ...{ isYieldCorrected: undefined, isEventLogCleared: undefined },
};

const RELEASES = { '2023': FEBRUARY_2023, newest: NEWEST_RELEASE } as const;

/**
 * The answer without the keys that only the generation has which is not wanted. What no original has is ours, and stays.
 * Source: docs/decisions/0044-both-generations-at-once.md.
 */
export function toldAs<N extends EndpointName>(
  generations: ApiGenerations,
  name: N,
  answer: SentAnswer<N>,
): SentAnswer<N> {
  const original = ORIGINALS[name];
  if (original === undefined || generations === 'both') return answer;
  const wanted = original(RELEASES[generations]);
  const unwanted = original(RELEASES[generations === '2023' ? 'newest' : '2023']);
  return without(answer, unwanted, wanted) as SentAnswer<N>;
}

function without(value: unknown, unwanted: unknown, wanted: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, firstOf(unwanted), firstOf(wanted)));
  if (!isRecord(value) || !isRecord(unwanted) || !isRecord(wanted)) return value;
  const members = Object.entries(value)
    .filter(([key]) => Object.hasOwn(wanted, key) || !Object.hasOwn(unwanted, key))
    .map(([key, member]) => [key, without(member, unwanted[key], wanted[key])]);
  return Object.fromEntries(members);
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
