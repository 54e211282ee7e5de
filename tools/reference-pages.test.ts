import {
  FAIL_SAFE_TURN_S,
  failSafePromiseS,
  PROMETHEUS_LABELS,
  type PrometheusLabels,
  RULE_STALE_AFTER_S,
} from '@heliograph/contract';
import { SUMMARY_TOPIC } from '@heliograph/fleet-contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TEST_HOST } from '@heliograph/testbed/gateway/platform.ts';
import {
  FOUR_STRINGS,
  inverterOf,
  THREE_PHASES,
  tellDevice,
  tellReadings,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { type FieldName, MEASURED_FIELDS } from '../apps/gateway/src/encoding/measured-fields.ts';
import { EXCEPTIONS } from '../apps/gateway/src/modbus/modbus-frames.ts';
import { sunspecRegisters } from '../apps/gateway/src/modbus/sunspec-map.ts';
import { plantUnit } from '../apps/gateway/src/modbus/sunspec-units.ts';
import { PLANT_UNITS } from '../apps/gateway/src/modbus/unit-book.ts';
import { COMMAND_NAMES, GROUP_ORDERS, readOrder } from '../apps/gateway/src/mqtt/commands/commands.ts';
import { discoveryMessages } from '../apps/gateway/src/mqtt/discovery/home-assistant.ts';
import {
  gatewayMessages,
  groupMessages,
  totalMessages,
} from '../apps/gateway/src/mqtt/messages/gateway-messages.ts';
import {
  inverterStatusMessages,
  inverterValueMessages,
} from '../apps/gateway/src/mqtt/messages/inverter-messages.ts';
import { lastWillTopic } from '../apps/gateway/src/mqtt/messages/topics.ts';
import { networkStatus } from '../apps/gateway/src/system/network-status.ts';
import { prometheusText } from '../apps/gateway/src/system/prometheus-text.ts';
import { systemStatus } from '../apps/gateway/src/system/system-status.ts';
import { readDocument } from './document.ts';

const BASE = 'solar/';
const INVERTER = inverterOf(FOUR_STRINGS, (fleet, serial) => {
  tellReadings(fleet, serial);
  tellDevice(fleet, serial);
});
const OF_THREE_PHASES = inverterOf(THREE_PHASES, (fleet, serial) => {
  tellReadings(fleet, serial);
  tellDevice(fleet, serial);
});
const TOTALS = testTotals({ inverters: () => [INVERTER] }, createVirtualClock())();
const TOTALS_OF_PHASES = testTotals({ inverters: () => [OF_THREE_PHASES] }, createVirtualClock())();
const WIRED = networkStatus({ network: TEST_HOST.network(), hostname: 'gateway', chipId: 1 });

/** As the page writes it: one row for all inverters, and one for all their strings. */
function asWritten(topic: string): string {
  return topic.replace(/[\da-f]{12}/, '<serial>').replace(/\/[1-6]\//, '/<n>/');
}

function topicsOf(messages: readonly { readonly topic: string }[]): readonly string[] {
  return [...new Set(messages.map(({ topic }) => asWritten(topic)))];
}

describe('docs/mqtt-topics.md', () => {
  const page = readDocument('docs/mqtt-topics.md');
  const topicsBelow = (heading: string) => page.rowsBelow(heading).map(([topic]) => topic);

  it('lists what is published of the gateway', () => {
    const network = { ...WIRED, network_mode: 'Station' as const };
    const will = lastWillTopic({ mqtt_topic: BASE, mqtt_lwt_topic: 'dtu/status' });
    const published = topicsOf([
      ...gatewayMessages({ baseTopic: BASE, uptimeS: 1, network }),
      ...totalMessages(BASE, TOTALS),
    ]);
    expect(topicsBelow('The gateway')).toEqual([will, ...published]);
  });

  it('lists what a fleet page is told', () => {
    expect(topicsBelow('For a fleet page')).toEqual([`${BASE}${SUMMARY_TOPIC}`]);
  });

  it('lists what is published of an inverter, in that order', () => {
    const published = topicsOf(inverterStatusMessages(INVERTER, { baseTopic: BASE, lastUpdateS: 1 }));
    expect(topicsBelow('Each inverter')).toEqual(published);
  });

  it('lists every measurement with its unit', () => {
    const published = topicsOf(inverterValueMessages(INVERTER, BASE));
    expect(topicsBelow('Measurements')).toEqual(published);
    const units = new Map(
      Object.entries(MEASURED_FIELDS).map(([field, { unit }]) => [
        field.replaceAll(' ', '').toLowerCase(),
        unit || 'none',
      ]),
    );
    const published3 = topicsOf(inverterValueMessages(OF_THREE_PHASES, BASE));
    expect(topicsBelow('Three phases')).toEqual(published3.filter((topic) => !published.includes(topic)));
    const rows = [...page.rowsBelow('Measurements'), ...page.rowsBelow('Three phases')].filter(
      ([topic]) => topic?.endsWith('/name') === false,
    );
    expect(rows.map(([, unit]) => unit)).toEqual(
      rows.map(([topic = '']) => units.get(topic.split('/').at(-1) ?? '')),
    );
  });

  it('lists the topics of groups, and up to where what is set there may go', () => {
    const state = { id: '<id>', name: '', watts: 1, minutes: 1, mostW: 1 };
    const rows = page.rowsBelow('Groups');
    expect(rows.map(([topic]) => topic)).toEqual([
      ...groupMessages(BASE, [state]).map(({ topic }) => topic),
      ...Object.keys(GROUP_ORDERS).map((name) => `${BASE}group/<id>/cmd/${name}`),
    ]);
    expect(rows.map(([, , , to = '']) => to).filter((to) => to !== '')).toEqual(
      Object.values(GROUP_ORDERS).map(String),
    );
  });

  it('lists every order', () => {
    expect(topicsBelow('Orders')).toEqual(COMMAND_NAMES.map((name) => `${BASE}<serial>/cmd/${name}`));
  });

  it.each(page.rowsBelow('Orders'))('has the range of %s', (topic = '', _payload, from = '', to = '') => {
    const isTaken = (value: number) => {
      const message = { topic: topic.replace('<serial>', INVERTER.serial), isRetained: false };
      const payload = new TextEncoder().encode(String(value));
      return 'order' in readOrder({ ...message, payload }, { baseTopic: BASE, limitMaxOf: () => 1500 });
    };
    expect([Number(from) - 1, Number(from)].map(isTaken)).toEqual([false, true]);
    if (to === '') expect(isTaken(Number.MAX_SAFE_INTEGER)).toBe(true);
    else expect([Number(to), Number(to) + 1].map(isTaken)).toEqual([true, false]);
  });
});

describe('docs/guide/limits.md', () => {
  it('promises of the fail-safe what the contract does', () => {
    const text = readDocument('docs/guide/limits.md').prose.replace(/\s+/g, ' ');
    expect(text).toContain(
      `at most is ${failSafePromiseS(0)} s and ${FAIL_SAFE_TURN_S} s more for each inverter, so ${failSafePromiseS(3)} s for three`,
    );
    expect(text).toContain(`nothing was heard for ${RULE_STALE_AFTER_S} s`);
  });
});

describe('docs/home-assistant.md', () => {
  it('lists every entity with its kind, and the range of each number', () => {
    const facts = {
      prefix: '',
      baseTopic: BASE,
      expireAfterS: 1,
      hasPanels: false,
      gatewayId: '1',
      gitHash: '',
      availability: undefined,
    };
    const told = discoveryMessages(INVERTER, { ...facts, configurationUrl: undefined })
      .filter(({ payload }) => payload !== '')
      .map(({ topic, payload }) => {
        const { name, min, max, unit_of_meas: unit }: EntityKeys = JSON.parse(payload);
        const range = max === undefined ? '' : `${min} to ${max} ${unit}`;
        return [name, topic.split('/')[0], range];
      });
    const rows = readDocument('docs/home-assistant.md').rowsBelow('What appears');
    const written = rows.map(([name, kind, what = '']) => [
      name,
      kind,
      kind === 'number' ? (what.split(',')[0] ?? '') : '',
    ]);
    expect(written.toSorted()).toEqual(told.toSorted());
  });
});

interface EntityKeys {
  readonly name: string;
  readonly min?: number;
  readonly max?: number;
  readonly unit_of_meas?: string;
}

describe('docs/prometheus.md', async () => {
  const system = await systemStatus({
    ...{ host: TEST_HOST, dataFolder: '', hostname: '', image: undefined },
    ...{ version: '', gitHash: '', firmwareText: '', gatewayId: 'c0ffee', upstreamIds: [] },
    ...{ installation: 'unknown', leastFreeMemory: 0 },
    ...{ startReason: 'started', saveCount: 0, uptimeS: 1, radio: { connected: true, plusVariant: true } },
  });
  const textWith = (labels: PrometheusLabels) =>
    prometheusText({ system, network: WIRED, startedAtMs: 0, totals: TOTALS_OF_PHASES, labels });
  const page = readDocument('docs/prometheus.md');
  const gateway = page.rowsBelow('The gateway');
  const plant = page.rowsBelow('The plant');
  const newest = [...page.rowsBelow('Each inverter'), ...page.rowsBelow('Three phases')];
  const of2023 = page.rowsBelow('Each inverter with the labels of 2023');
  const NOT_2023 = 'Not with the labels of 2023';
  const isOf2023 = ([, , , value = '']: readonly string[]) => !value.includes(NOT_2023);
  const ROWS = {
    newest: [...gateway, ...newest, ...plant],
    2023: [...gateway.filter(isOf2023), ...of2023, ...plant],
  };

  it.each(PROMETHEUS_LABELS)('lists every metric with its type, in that order, with labels %s', (labels) => {
    const told = [...textWith(labels).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [
      name,
      type,
    ]);
    expect(told.length).toBeGreaterThan(15);
    expect(ROWS[labels].map(([name, type]) => [name, type])).toEqual(told);
  });

  const eachRow = PROMETHEUS_LABELS.flatMap((kind) =>
    ROWS[kind].map(([name = '', , labels = '', value = '']) => ({ kind, name, labels, value })),
  );
  it.each(eachRow)('has the labels, the channels and the unit of $name ($kind)', (row) => {
    const samples = [...textWith(row.kind).matchAll(new RegExp(`^${row.name}(?:\\{(.*)\\})? `, 'gm'))];
    const namesIn = (list = '') => [...list.matchAll(/(\w+)="/g)].map(([, label]) => label);
    expect(row.labels.replaceAll('`', '').split(', ').filter(Boolean)).toEqual(namesIn(samples[0]?.[1]));
    const valuesOf = (label: string) =>
      new Set(samples.map(([, list]) => new RegExp(`\\b${label}="(\\w+)"`).exec(list ?? '')?.[1]));
    const fieldName = Object.keys(MEASURED_FIELDS).find(
      (field) => `opendtu_${field.replaceAll(/[ -]/g, '')}` === row.name,
    );
    if (fieldName === undefined) return;
    const [unit, ...only] = row.value.split(', ');
    expect(unit).toBe(MEASURED_FIELDS[fieldName as FieldName].unit || 'none');
    if (row.kind === 'newest') return expect(only).toEqual([[...valuesOf('type')].sort().join(' and ')]);
    const [onAc, onStrings] = [valuesOf('channel').has('0'), valuesOf('channel').has('1')];
    expect(only).toEqual(onAc && onStrings ? [] : [onAc ? 'channel 0 only' : 'strings only']);
  });
});

describe('docs/reference/sunspec.md', () => {
  const page = readDocument('docs/reference/sunspec.md');

  it('lists every model with its address and its length', () => {
    const registers = sunspecRegisters(
      plantUnit(TOTALS, {
        ...{ unit: 1, energyWh: 1, plant: { name: 'x', serial: '1', version: '' } },
        limit: { percent: 100, isEnabled: false, revertS: 0 },
      }),
    );
    const models: (readonly [address: string, model: string, length: string])[] = [];
    for (let place = 2; place < registers.length; place += Number(models.at(-1)?.[2]) + 2) {
      models.push([`${40_000 + place}`, `${registers[place]}`, `${registers[place + 1]}`]);
    }
    const written = page
      .rowsBelow('The map')
      .filter(([address = '', model]) => /^\d+$/.test(address) && model !== '')
      .map(([address, model = '', length]) => [address, model.replace(/,.*/, ''), length]);
    expect(written).toEqual(models);
  });

  it('lists every refusal, and the units of the plant', () => {
    const codes = page.rowsBelow('Refusals').map(([code]) => Number(code));
    expect(codes).toEqual(Object.values(EXCEPTIONS));
    expect(page.rowsBelow('Units')[0]?.[0]).toBe(PLANT_UNITS.join(', '));
  });
});
