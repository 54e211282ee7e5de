import {
  type ChannelNumber,
  type NetworkStatus,
  PHASE_PROPERTY_NAMES,
  PROPERTY_NAMES,
  type PrometheusLabels,
  type SystemStatus,
} from '@heliograph/contract';
import { limitInWatts } from '../encoding/live-data.ts';
import {
  channelsOf,
  type FieldName,
  fieldsOf,
  MEASURED_FIELDS,
  measuredValue,
} from '../encoding/measured-fields.ts';
import type { InverterState } from '../fleet/inverter.ts';
import { shownLimitPercent } from '../fleet/limit-state.ts';
import type { InverterStanding, Totals } from '../fleet/totals.ts';

export interface PrometheusFacts {
  readonly system: SystemStatus;
  readonly network: NetworkStatus;
  /** When the gateway started, on the monotonic clock. */
  readonly startedAtMs: number;
  /** With the inverters in the order of the live data. */
  readonly totals: Totals;
  /** Which labels and metrics, as the owner has set it. */
  readonly labels: PrometheusLabels;
}

/** All samples of one name. They stand in one block behind their description: the format demands it. */
interface Family {
  readonly name: string;
  readonly kind: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly Sample[];
}
interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: string | number;
}

/**
 * The gateway and the readings of its inverters in the text format of Prometheus, version 0.0.4. Names, labels, their
 * order and the forms of values are those of original devices, of 2023 or of today. Source:
 * docs/reference/original-device.md#prometheus, #quirk-26 and #quirk-66, and
 * docs/reference/api-generations.md#console-prometheus-languages.
 *
 * An inverter that never answered has 0 as its `opendtu_last_update`; with the labels of 2023 it has zeros, with those of
 * today no readings. With the labels of 2023 the last readings of one that answers no more stay, as on originals; with
 * those of today only its yields do, since a power of before would count in every sum.
 */
export function prometheusText(facts: PrometheusFacts): string {
  const inverters = facts.totals.standings.map(({ inverter }) => inverter);
  const form = FORMS[facts.labels];
  const families = [
    ...gatewayFamilies(facts),
    lastUpdates(inverters, facts.startedAtMs),
    ...(facts.labels === 'newest' ? [...limitFamilies(inverters), ...stringFamilies(inverters)] : []),
    ...[...PROPERTY_NAMES, ...PHASE_PROPERTY_NAMES].map((field) =>
      readingFamily(facts.totals.standings, field, form),
    ),
    ...totalFamilies(facts.totals),
  ];
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('');
}

function gatewayFamilies({ system, network, labels }: PrometheusFacts): readonly Family[] {
  const build = { name: system.hostname, id: system.git_hash, version: system.config_version };
  const platform = { arch: system.chipmodel, mac: network.network_mac };
  const one = (name: string, help: string, value: number, labels = {}): Family => ({
    name,
    kind: 'gauge',
    help,
    samples: [{ labels, value }],
  });
  return [
    one('opendtu_build', 'Name and version of the gateway, always 1', 1, build),
    one('opendtu_platform', 'Processor and network address of the gateway, always 1', 1, platform),
    {
      ...one('opendtu_uptime', 'Time since the gateway started, in seconds', system.uptime),
      kind: 'counter',
    },
    one('opendtu_heap_size', 'Memory that the gateway may use, in bytes', system.heap_total),
    one(
      'opendtu_free_heap_size',
      'Memory of it that is free, in bytes',
      system.heap_total - system.heap_used,
    ),
    ...(labels === 'newest'
      ? [
          one(
            'opendtu_biggest_heap_block',
            'Memory that can be had in one block, in bytes',
            system.heap_max_block,
          ),
          one(
            'opendtu_heap_min_free',
            'The least free memory that was seen so far, in bytes',
            system.heap_min_free,
          ),
        ]
      : []),
    one('wifi_rssi', 'Signal strength of the WiFi in dBm, 0 while there is none', network.sta_rssi),
    ...(labels === 'newest'
      ? [one('wifi_station', 'Access point of the WiFi, always 1', 1, { bssid: network.sta_bssid })]
      : []),
  ];
}

function lastUpdates(inverters: readonly InverterState[], startedAtMs: number): Family {
  return {
    name: 'opendtu_last_update',
    kind: 'gauge',
    help: 'Uptime of the gateway when the inverter last sent its readings, in seconds, 0 for never',
    samples: inverters.map((inverter, unit) => ({
      labels: inverterLabels(inverter, unit),
      value: lastUpdateS(inverter, startedAtMs),
    })),
  };
}

/** 0 is kept for never: what came within the first second counts as of its end. */
function lastUpdateS({ readingAtMs }: InverterState, startedAtMs: number): number {
  return readingAtMs === undefined ? 0 : Math.max(1, Math.floor((readingAtMs - startedAtMs) / 1000));
}

/** A limit that nobody has told, and watts of an unknown model, have no sample. */
function limitFamilies(inverters: readonly InverterState[]): readonly Family[] {
  const limits = inverters.flatMap((inverter, unit) => {
    if (inverter.limit.source === 'unknown') return [];
    const percent = shownLimitPercent(inverter.limit);
    const watts = limitInWatts(inverter, percent);
    return [{ labels: inverterLabels(inverter, unit), percent, watts }];
  });
  return [
    {
      name: 'opendtu_inverter_limit_relative',
      kind: 'gauge',
      help: 'Limit of the inverter as a share of its maximum, 1 for all of it',
      samples: limits.map(({ labels, percent }) => ({ labels, value: (percent / 100).toFixed(DECIMALS) })),
    },
    {
      name: 'opendtu_inverter_limit_absolute',
      kind: 'gauge',
      help: 'Limit of the inverter in W',
      samples: limits
        .filter(({ watts }) => watts >= 0)
        .map(({ labels, watts }) => ({ labels, value: watts.toFixed(DECIMALS) })),
    },
  ];
}

/** What is set of the strings of inverters that have answered. */
function stringFamilies(inverters: readonly InverterState[]): readonly Family[] {
  const strings = inverters.flatMap((inverter, unit) =>
    inverter.readingAtMs === undefined
      ? []
      : inverter.strings.map((string, channel) => ({
          string,
          labels: { ...inverterLabels(inverter, unit), channel },
        })),
  );
  const family = (name: string, help: string, samples: readonly Sample[]): Family => ({
    ...{ name: `opendtu_${name}`, kind: 'gauge', help, samples },
  });
  return [
    family(
      'PanelInfo',
      'Name of a string, always 1',
      strings.map(({ string, labels }) => ({ labels: { ...labels, panelname: string.name }, value: 1 })),
    ),
    family(
      'MaxPower',
      'Peak power of the panels of a string in W, 0 where it is not set',
      strings.map(({ string, labels }) => ({ labels, value: string.maxPowerW })),
    ),
    family(
      'YieldTotalOffset',
      'What is added to the total yield of a string in kWh, 0 where nothing is set',
      strings.map(({ string, labels }) => ({
        labels,
        value: (string.yieldTotalOffsetKWh ?? 0).toFixed(DECIMALS),
      })),
    ),
  ];
}

/** How readings are told. */
interface ReadingForm {
  /** Whether an inverter has a value of that field. */
  readonly isTold: (standing: InverterStanding, field: FieldName) => boolean;
  readonly labelsOf: (channel: ChannelNumber, field: FieldName) => Sample['labels'];
  readonly valueText: (value: number, field: FieldName) => string;
  /** Where the values of a family are from, for its description. */
  readonly whose: string;
}

const FORMS: Readonly<Record<PrometheusLabels, ReadingForm>> = {
  '2023': {
    isTold: () => true,
    labelsOf: (channel) => ({ channel }),
    valueText: sixDecimals,
    whose: '(channel 0) or of one of its strings',
  },
  newest: {
    isTold: ({ inverter, isAnswering }, field) =>
      isAnswering || (inverter.readingAtMs !== undefined && COUNTED.has(field)),
    labelsOf: (channel, field) =>
      channel === 0
        ? { type: OF_WHOLE_INVERTER.has(field) ? 'INV' : 'AC', channel: 0 }
        : { type: 'DC', channel: channel - 1 },
    valueText: (value, field) => value.toFixed(MEASURED_FIELDS[field].digits),
    whose: '(AC, INV) or of one of its strings (DC)',
  },
};

/** What was yielded stays true while an inverter is silent. */
const COUNTED: ReadonlySet<FieldName> = new Set(['YieldDay', 'YieldTotal']);

/** Neither of its grid side nor of one string. Source: docs/reference/api-generations.md#three-shapes-of-live-data. */
const OF_WHOLE_INVERTER: ReadonlySet<FieldName> = new Set([
  ...(['Power DC', 'YieldDay', 'YieldTotal', 'Temperature', 'Efficiency'] as const),
]);

/** What nobody has told has no sample. */
function readingFamily(standings: readonly InverterStanding[], field: FieldName, form: ReadingForm): Family {
  const name = field.replace(/[ -]/g, ''); // as the format allows it
  const { unit } = MEASURED_FIELDS[field];
  const whose = isOfPhases(field) ? 'that has several phases' : form.whose;
  return {
    name: `opendtu_${name}`,
    kind: 'gauge',
    help: `${name} of an inverter ${whose}, ${unit === '' ? 'without a unit' : `in ${unit}`}`,
    samples: standings.flatMap(({ inverter, ...standing }, index) =>
      (form.isTold({ inverter, ...standing }, field) ? channelsOf(inverter) : [])
        .filter((channel) => fieldsOf(inverter, channel).includes(field))
        .map((channel) => ({ channel, value: measuredValue(inverter, channel, field) }))
        .filter(({ value }) => !Number.isNaN(value))
        .map(({ channel, value }) => ({
          labels: { ...inverterLabels(inverter, index), ...form.labelsOf(channel, field) },
          value: form.valueText(value, field),
        })),
    ),
  };
}

function isOfPhases(field: FieldName): boolean {
  return PHASE_PROPERTY_NAMES.some((name) => name === field);
}

/** The sums of the plant, which originals do not tell. What is not known has no sample. */
function totalFamilies(totals: Totals): readonly Family[] {
  const { powerW, yieldDayWh, yieldTotalKWh, all, answering, producing, standings } = totals;
  const sum = (name: string, help: string, value: number | undefined): Family => ({
    name: `heliograph_total_${name}`,
    kind: 'gauge',
    help,
    samples: value === undefined ? [] : [{ labels: {}, value: sixDecimals(value) }],
  });
  return [
    sum('power_watts', 'AC power of all inverters that answer now', powerW),
    sum('yield_day_watthours', 'Yield of all inverters on this local day, as far as it was told', yieldDayWh),
    sum('yield_kilowatthours', 'Last known total yield of all inverters', yieldTotalKWh),
    {
      name: 'heliograph_inverters',
      kind: 'gauge',
      help: 'How many inverters are set up, answer now, and produce now',
      samples: Object.entries({ all, answering, producing }).map(([state, value]) => ({
        labels: { state },
        value,
      })),
    },
    {
      name: 'heliograph_inverter_answering',
      kind: 'gauge',
      help: '1 while the readings of an inverter are those of now, else 0',
      samples: standings.map(({ inverter, isAnswering }, unit) => ({
        labels: inverterLabels(inverter, unit),
        value: isAnswering ? 1 : 0,
      })),
    },
  ];
}

function inverterLabels({ serial, name }: InverterState, unit: number) {
  return { serial, unit, name };
}

const DECIMALS = 6;

/** As C prints it with `%f`: halves go to the even digit, where JavaScript takes the greater one. `value` is a 32-bit float. */
function sixDecimals(value: number): string {
  if (value < 0) return `-${sixDecimals(-value)}`;
  const steps = value * 10 ** DECIMALS; // exact: 24 binary digits and 14 more
  const below = Math.floor(steps);
  const isHalf = steps - below === 0.5;
  return (isHalf && below % 2 === 0 ? below / 10 ** DECIMALS : value).toFixed(DECIMALS);
}

function familyText({ name, kind, help, samples }: Family): string {
  const lines = samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('')}`;
}

function labelsText(labels: Sample['labels']): string {
  const labelText = __WITHOUT__.labelEscapes ? String : escapeLabel;
  const texts = Object.entries(labels).map(([name, value]) => `${name}="${labelText(String(value))}"`);
  return texts.length === 0 ? '' : `{${texts.join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** For what else ends a line, to some readers at least, there is no escape: it becomes a space. */
function escapeLabel(value: string): string {
  return value
    .replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? character)
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
