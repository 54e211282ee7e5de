import type { InverterConfig, PrometheusLabels } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TEST_HOST } from '@heliograph/testbed/gateway/platform.ts';
import { HM_800, THREE_PHASES, tellAc, tellReadings } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../fleet/fleet.ts';
import { limitRead } from '../fleet/limit-state.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import { networkStatus } from './network-status.ts';
import { prometheusText } from './prometheus-text.ts';
import { systemStatus } from './system-status.ts';

const STARTED_AT_MS = 500;
const ONE_STRING: InverterConfig = {
  serial: '112100000001',
  name: 'a"b\\c\nd',
  channel: [{ name: 'East', max_power: 400 }],
};
const TWO_STRINGS: InverterConfig = { serial: '114100000002', name: 'Süd', channel: [] };

async function textOf(
  configs: Parameters<typeof supportedInverters>[0],
  prepare?: (fleet: ReturnType<typeof createFleet>, clock: ReturnType<typeof createVirtualClock>) => void,
  labels: PrometheusLabels = '2023',
): Promise<string> {
  const clock = createVirtualClock(undefined, STARTED_AT_MS);
  const fleet = createFleet({ clock, configs: supportedInverters(configs) });
  prepare?.(fleet, clock);
  const system = await systemStatus({
    host: TEST_HOST,
    dataFolder: '',
    hostname: 'OpenDTU-ABCDEF',
    ...{
      version: '0.1.0',
      gitHash: 'g1234567',
      gatewayId: 'c0ffee',
      upstreamIds: [],
      firmwareText: 'g1234567',
      installation: 'unknown',
      image: undefined,
    },
    startReason: 'started',
    saveCount: 0,
    uptimeS: 86_400,
    leastFreeMemory: 170_000,
    radio: { connected: true, plusVariant: true },
  });
  const network = networkStatus({
    network: TEST_HOST.network(),
    hostname: 'OpenDTU-ABCDEF',
    chipId: 11_259_375,
  });
  return prometheusText({
    system,
    network,
    startedAtMs: fleet.startedAtMs,
    totals: testTotals(fleet, clock)(),
    labels,
  });
}

/** Source: docs/reference/original-device.md#prometheus; the words of HELP are ours. */
const GATEWAY = `# HELP opendtu_build Name and version of the gateway, always 1
# TYPE opendtu_build gauge
opendtu_build{name="OpenDTU-ABCDEF",id="g1234567",version="0.1.23"} 1
# HELP opendtu_platform Processor and network address of the gateway, always 1
# TYPE opendtu_platform gauge
opendtu_platform{arch="Test chip",mac="02:00:00:AB:CD:EF"} 1
# HELP opendtu_uptime Time since the gateway started, in seconds
# TYPE opendtu_uptime counter
opendtu_uptime 86400
# HELP opendtu_heap_size Memory that the gateway may use, in bytes
# TYPE opendtu_heap_size gauge
opendtu_heap_size 300000
# HELP opendtu_free_heap_size Memory of it that is free, in bytes
# TYPE opendtu_free_heap_size gauge
opendtu_free_heap_size 180000
# HELP wifi_rssi Signal strength of the WiFi in dBm, 0 while there is none
# TYPE wifi_rssi gauge
wifi_rssi 0
`;

function ours(name: string, help: string, samples: readonly string[]): string {
  const lines = samples.map((sample) => `heliograph_${name}${sample}\n`).join('');
  return `# HELP heliograph_${name} ${help}\n# TYPE heliograph_${name} gauge\n${lines}`;
}

/** The sums of the plant, as texts; `yieldTotal` is not there while none is known. */
function totals(power: string, yieldDay: string, yieldTotal: string | undefined, counts: readonly number[]) {
  const help = 'How many inverters are set up, answer now, and produce now';
  return (
    ours('total_power_watts', 'AC power of all inverters that answer now', [` ${power}`]) +
    ours('total_yield_day_watthours', 'Yield of all inverters on this local day, as far as it was told', [
      ` ${yieldDay}`,
    ]) +
    (yieldTotal === undefined
      ? ''
      : ours('total_yield_kilowatthours', 'Last known total yield of all inverters', [` ${yieldTotal}`])) +
    ours(
      'inverters',
      help,
      ['all', 'answering', 'producing'].map((state, index) => `{state="${state}"} ${counts[index]}`),
    )
  );
}

const FIRST = 'serial="112100000001",unit="0",name="a\\"b\\\\c\\nd"';
const SECOND = 'serial="114100000002",unit="1",name="Süd"';

function block(property: string, unit: string, samples: readonly string[]): string {
  const name = `opendtu_${property}`;
  return (
    `# HELP ${name} ${property} of an inverter (channel 0) or of one of its strings, ${unit}\n` +
    `# TYPE ${name} gauge\n${samples.map((sample) => `${name}{${sample}\n`).join('')}`
  );
}

describe('the metrics', () => {
  it('without inverters are those of the gateway, and sums of nothing', async () => {
    expect(await textOf([])).toBe(GATEWAY + totals('0.000000', '0.000000', undefined, [0, 0, 0]));
  });

  it('of three phases have a family for each value of a phase', async () => {
    const text = await textOf([ONE_STRING, THREE_PHASES], (fleet) =>
      tellReadings(fleet, THREE_PHASES.serial),
    );
    const labels = 'serial="1382a00c4f26",unit="1",name="Barn",channel="0"';
    const families = [
      ...['VoltagePh1N 20.5', 'VoltagePh2N 21.5', 'VoltagePh3N 22.5'],
      ...['VoltagePh1Ph2 30.5', 'VoltagePh2Ph3 31.5', 'VoltagePh3Ph1 32.5'],
      ...['CurrentPh1 40.5', 'CurrentPh2 41.5', 'CurrentPh3 42.5'],
    ].map((family) => {
      const [name = '', value] = family.split(' ');
      const help = `${name} of an inverter that has several phases, in ${name[0] === 'V' ? 'V' : 'A'}`;
      return `# HELP opendtu_${name} ${help}\n# TYPE opendtu_${name} gauge\nopendtu_${name}{${labels}} ${value}00000\n`;
    });
    expect(text).toContain(families.join(''));
    expect(text).toContain(
      'opendtu_Power{serial="1382a00c4f26",unit="1",name="Barn",channel="6"} 642.500000\n',
    );
  });

  it('leave out what nobody has told', async () => {
    const text = await textOf([THREE_PHASES], (fleet) => {
      tellReadings(fleet, THREE_PHASES.serial);
      fleet.update(THREE_PHASES.serial, ({ reading }) => ({
        reading: { ...reading, temperatureC: Number.NaN, lineVoltagesV: [] },
      }));
    });
    expect(text).not.toContain('NaN');
    expect(text).not.toContain('opendtu_Temperature');
    expect(text).not.toContain('opendtu_VoltagePh1Ph2');
    expect(text).toContain('opendtu_VoltagePh1N{');
  });

  it('of two inverters are these, byte for byte: of one known readings, of the other none yet', async () => {
    const text = await textOf([ONE_STRING, TWO_STRINGS], (fleet, clock) => {
      clock.advance(12_999);
      tellReadings(fleet, ONE_STRING.serial, 0.3);
      tellAc(fleet, ONE_STRING.serial, { temperatureC: -7.1 });
    });
    const ac = (value: string) => [`${FIRST},channel="0"} ${value}`, `${SECOND},channel="0"} 0.000000`];
    const all = (value: string, ofString: string) => [
      `${FIRST},channel="0"} ${value}`,
      `${FIRST},channel="1"} ${ofString}`,
      ...['0', '1', '2'].map((channel) => `${SECOND},channel="${channel}"} 0.000000`),
    ];
    const update = 'opendtu_last_update';
    expect(text).toBe(
      `${GATEWAY}# HELP ${update} Uptime of the gateway when the inverter last sent its readings, in seconds, 0 for never\n` +
        `# TYPE ${update} gauge\n${update}{${FIRST}} 12\n${update}{${SECOND}} 0\n` +
        block('Power', 'in W', all('0.300000', '112.300003')) +
        block('Voltage', 'in V', all('1.300000', '113.300003')) +
        block('Current', 'in A', all('2.300000', '114.300003')) +
        block('PowerDC', 'in W', ac('3.300000')) +
        block('YieldDay', 'in Wh', all('4.300000', '115.300003')) +
        block('YieldTotal', 'in kWh', all('5.300000', '116.300003')) +
        block('Frequency', 'in Hz', ac('6.300000')) +
        block('Temperature', 'in °C', ac('-7.100000')) +
        block('PowerFactor', 'without a unit', ac('8.300000')) +
        block('ReactivePower', 'in var', ac('9.300000')) +
        block('Efficiency', 'in %', ac('10.300000')) +
        block('Irradiation', 'in %', [
          `${FIRST},channel="1"} 28.075001`,
          `${SECOND},channel="1"} 0.000000`,
          `${SECOND},channel="2"} 0.000000`,
        ]) +
        totals('0.300000', '4.300000', '5.300000', [2, 1, 1]) +
        ours('inverter_answering', '1 while the readings of an inverter are those of now, else 0', [
          `{${FIRST}} 1`,
          `{${SECOND}} 0`,
        ]),
    );
  });

  it('of an inverter that answered within the first second do not look as if it never had', async () => {
    const text = await textOf([TWO_STRINGS], (fleet, clock) => {
      clock.advance(400);
      fleet.update(TWO_STRINGS.serial, (_, nowMs) => ({ readingAtMs: nowMs }));
    });
    expect(text).toContain('opendtu_last_update{serial="114100000002",unit="0",name="Süd"} 1\n');
  });

  // The texts are those of `%f` in another language.
  it.each([
    [6203.0078125, '6203.007812'],
    [6203.0234375, '6203.023438'],
    [-0.0078125, '-0.007812'],
    [Math.fround(49.97), '49.970001'],
    [Math.fround(1843.557), '1843.557007'],
    [65_535, '65535.000000'],
    [Math.fround(4_294_967.295), '4294967.500000'],
  ])('print the 32-bit float %d as C does: %s', async (value, printed) => {
    const text = await textOf([TWO_STRINGS], (fleet) => tellAc(fleet, TWO_STRINGS.serial, { powerW: value }));
    expect(text).toContain(`channel="0"} ${printed}\n`);
  });
});

describe('the metrics with the labels of today', () => {
  const newest = (...[configs, prepare]: Parameters<typeof textOf>) => textOf(configs, prepare, 'newest');
  const linesOf = (text: string, name: string) =>
    text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

  it('tell of the gateway what newer originals tell besides', async () => {
    const text = await newest([]);
    const familyNames = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(familyNames.slice(0, 9)).toEqual([
      ...['opendtu_build', 'opendtu_platform', 'opendtu_uptime', 'opendtu_heap_size'],
      ...['opendtu_free_heap_size', 'opendtu_biggest_heap_block', 'opendtu_heap_min_free'],
      ...['wifi_rssi', 'wifi_station'],
    ]);
    expect(text).toContain('\nopendtu_biggest_heap_block 180000\n');
    expect(text).toContain('\nopendtu_heap_min_free 170000\n');
    expect(text).toContain('\nwifi_station{bssid=""} 1\n');
  });

  it('say of each value whether it is of the grid side, of a string from 0, or of the whole', async () => {
    const text = await newest([ONE_STRING, TWO_STRINGS], (fleet) => {
      tellReadings(fleet, TWO_STRINGS.serial, 0.3);
    });
    const of = (type: string, channel = 0) => `{${SECOND},type="${type}",channel="${channel}"}`;
    expect(linesOf(text, 'opendtu_Power')).toEqual([
      `opendtu_Power${of('AC')} 0.3`,
      `opendtu_Power${of('DC', 0)} 112.3`,
      `opendtu_Power${of('DC', 1)} 218.3`,
    ]);
    expect(linesOf(text, 'opendtu_YieldTotal')).toEqual([
      `opendtu_YieldTotal${of('INV')} 5.300`,
      `opendtu_YieldTotal${of('DC', 0)} 116.300`,
      `opendtu_YieldTotal${of('DC', 1)} 222.300`,
    ]);
    for (const name of ['PowerDC', 'Temperature', 'Efficiency'])
      expect(linesOf(text, `opendtu_${name}`)).toEqual([expect.stringContaining(of('INV'))]);
    for (const name of ['Frequency', 'PowerFactor', 'ReactivePower'])
      expect(linesOf(text, `opendtu_${name}`)).toEqual([expect.stringContaining(of('AC'))]);
    expect(linesOf(text, 'opendtu_YieldDay')).toContain(`opendtu_YieldDay${of('INV')} 4`);
  });

  it('have no readings and no strings of an inverter that never answered', async () => {
    const text = await newest([ONE_STRING], () => undefined);
    expect(text).not.toMatch(/opendtu_(Power|PanelInfo|MaxPower)/);
    expect(linesOf(text, 'opendtu_last_update')).toEqual([`opendtu_last_update{${FIRST}} 0`]);
  });

  it('have of an inverter that answers no more its yields, and no power of before', async () => {
    const silenced = (fleet: ReturnType<typeof createFleet>) => {
      tellReadings(fleet, ONE_STRING.serial);
      fleet.update(ONE_STRING.serial, () => ({ contact: 'lost' }));
    };
    const text = await newest([ONE_STRING], silenced);
    const told = [...text.matchAll(/^opendtu_([A-Z]\w+)\{.*type=/gm)].map(([, name]) => name);
    expect([...new Set(told)]).toEqual(['YieldDay', 'YieldTotal']);
    expect(linesOf(text, 'opendtu_MaxPower')).toHaveLength(1);
    // As on originals of 2023, where the last values stay.
    expect(linesOf(await textOf([ONE_STRING], silenced), 'opendtu_Power')).toHaveLength(2);
  });

  it('name the strings, and what their panels can do', async () => {
    const text = await newest([ONE_STRING], (fleet) => tellReadings(fleet, ONE_STRING.serial));
    const of = `{${FIRST},channel="0"`;
    expect(linesOf(text, 'opendtu_PanelInfo')).toEqual([`opendtu_PanelInfo${of},panelname="East"} 1`]);
    expect(linesOf(text, 'opendtu_MaxPower')).toEqual([`opendtu_MaxPower${of}} 400`]);
    expect(linesOf(text, 'opendtu_YieldTotalOffset')).toEqual([`opendtu_YieldTotalOffset${of}} 0.000000`]);
  });

  it('tell what the owner adds to the total yield of a string', async () => {
    const corrected = {
      ...ONE_STRING,
      channel: [{ name: 'East', max_power: 400, yield_total_offset: -12.5 }],
    };
    const text = await newest([corrected], (fleet) => tellReadings(fleet, ONE_STRING.serial));
    expect(linesOf(text, 'opendtu_YieldTotalOffset')).toEqual([
      `opendtu_YieldTotalOffset{${FIRST},channel="0"} -12.500000`,
    ]);
  });

  it('tell a limit that is known, in watts only where the model is', async () => {
    const told = (fleet: ReturnType<typeof createFleet>, serial: string) =>
      fleet.update(serial, ({ limit }, nowMs) => ({ limit: limitRead(limit, 42.5, nowMs) }));
    const text = await newest([ONE_STRING, TWO_STRINGS], (fleet) => told(fleet, TWO_STRINGS.serial));
    expect(linesOf(text, 'opendtu_inverter_limit_relative')).toEqual([
      `opendtu_inverter_limit_relative{${SECOND}} 0.425000`,
    ]);
    expect(linesOf(text, 'opendtu_inverter_limit_absolute')).toEqual([]);
    const known = await newest([TWO_STRINGS], (fleet) => {
      told(fleet, TWO_STRINGS.serial);
      fleet.update(TWO_STRINGS.serial, ({ deviceInfo }) => ({
        deviceInfo: { ...deviceInfo, hardware: HM_800 },
      }));
    });
    expect(linesOf(known, 'opendtu_inverter_limit_absolute')).toEqual([
      'opendtu_inverter_limit_absolute{serial="114100000002",unit="0",name="Süd"} 340.000000',
    ]);
  });
});
