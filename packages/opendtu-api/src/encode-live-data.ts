import { noReading, type RadioStatistics, type Reading } from '@heliograph/domain';
import { measurements as measurementsOf2023 } from './2023-02/measurements.ts';
import { measurements as groupsOf2023 } from './2023-04/measurements.ts';
import { measurements as groupsOf2024 } from './2024-02/measurements.ts';
import { type Capabilities, capabilitiesOfRelease } from './capabilities.ts';
import type { DeviceHints, DeviceInverter, DeviceLiveData, DeviceTotal } from './live-data.ts';
import { printedFloat, type WireValues, wireValue } from './measured-values.ts';
import type { Release } from './release.ts';

/** What a program asks for: the list, or one inverter by its serial. Only the newest generation tells them apart. */
export type LiveDataOf = 'all' | { readonly serial: string };

/**
 * Live data as a device of that release sends it. For the newest generation `'all'` gives a list without measurements, a
 * serial the answer to `?inv=`, which is also what its socket sends of one inverter; of a serial that is not known the
 * list is empty. The older ones send everything each time. An inverter without a reading has zeros for all strings that it
 * has. (JavaScript puts the numbered channels of the oldest generation before all other keys; the device has them behind
 * `limit_absolute`.) Source: docs/reference/original-device.md#live-data and
 * docs/reference/api-generations.md#three-shapes-of-live-data.
 */
export function encodeLiveData(
  release: Release,
  { inverters, total, hints }: DeviceLiveData,
  of: LiveDataOf = 'all',
): object {
  const capabilities = capabilitiesOfRelease(release);
  const isOne = capabilities.liveDataPerInverter && of !== 'all';
  const told = isOne ? inverters.filter(({ serial }) => serial === of.serial) : inverters;
  const isWhole = isOne || !capabilities.liveDataPerInverter;
  return {
    inverters: told.map((inverter) => encodeInverter(inverter, isWhole, capabilities)),
    total: encodeTotal(total, capabilities),
    hints: encodeHints(hints, capabilities),
  };
}

function encodeInverter(inverter: DeviceInverter, isWhole: boolean, capabilities: Capabilities): object {
  const { serial, name, order, dataAgeMs = 0, isReachable, isProducing, limit } = inverter;
  const events = { events: inverter.eventCount ?? -1 };
  return {
    serial,
    name,
    ...(capabilities.inverterOrder ? { order: order ?? 0 } : {}),
    data_age: Math.floor(dataAgeMs / 1000),
    ...(capabilities.dataAgeInMs ? { data_age_ms: dataAgeMs } : {}),
    ...(capabilities.pollSwitches ? { poll_enabled: inverter.isPolled } : {}),
    reachable: isReachable,
    producing: isProducing,
    limit_relative: printedFloat(limit.percent ?? 0),
    limit_absolute: limit.watts ?? -1,
    ...(capabilities.radioStatistics ? { radio_stats: encodeRadio(inverter.radio, capabilities) } : {}),
    ...(isWhole ? { ...encodeMeasurements(inverter, capabilities), ...events } : {}),
  };
}

/** Of an inverter from which nothing was received yet. */
const NOTHING_RECEIVED_DBM = -127;
const NO_RADIO: RadioStatistics = {
  ...{ requests: 0, repeatedRequests: 0, answers: 0, silences: 0, partialAnswers: 0, corruptAnswers: 0 },
  rssiDbm: undefined,
};

function encodeRadio(radio: RadioStatistics | undefined, { radioStrength }: Capabilities): object {
  const { rssi, ...counters } = encodeRadioStatistics(radio);
  return radioStrength ? { ...counters, rssi } : counters;
}

/** `radio_stats` as the newest devices have it. */
export function encodeRadioStatistics(radio: RadioStatistics = NO_RADIO) {
  return {
    tx_request: radio.requests,
    tx_re_request: radio.repeatedRequests,
    rx_success: radio.answers,
    rx_fail_nothing: radio.silences,
    rx_fail_partial: radio.partialAnswers,
    rx_fail_corrupt: radio.corruptAnswers,
    rssi: radio.rssiDbm ?? NOTHING_RECEIVED_DBM,
  };
}

function encodeMeasurements({ reading: told, strings }: DeviceInverter, capabilities: Capabilities): object {
  const reading: Reading = told ?? noReading({ phaseCount: 1, stringCount: strings.length });
  if (capabilities.liveDataPerInverter) return groupsOf2024(reading, strings);
  if (capabilities.groupedLiveData) return groupsOf2023(reading, strings, capabilities);
  return measurementsOf2023(reading, strings);
}

/** Decimals of the total yield as the oldest devices sum it. Source: docs/reference/original-device.md#measurements. */
const FIRST_TOTAL_DIGITS = 2;

function encodeTotal(total: DeviceTotal, { totalsOfAllDigits }: Capabilities): WireValues {
  const yieldTotal = wireValue('YieldTotal', total.yieldTotalKWh);
  return {
    Power: wireValue('Power', total.powerW),
    YieldDay: wireValue('YieldDay', total.yieldTodayWh),
    YieldTotal: totalsOfAllDigits ? yieldTotal : { ...yieldTotal, d: FIRST_TOTAL_DIGITS },
  };
}

function encodeHints(hints: DeviceHints, { pinMappingHint }: Capabilities): object {
  return {
    time_sync: hints.isClockUnset,
    radio_problem: hints.hasRadioProblem,
    default_password: hints.hasDefaultPassword,
    ...(pinMappingHint ? { pin_mapping_issue: hints.hasPinProblem } : {}),
  };
}
