import { canonicalSerial } from '@heliograph/domain';
import { capabilitiesOfRelease } from '@heliograph/opendtu-api';
import { decodeAlarmLog, modelFamilyOf, pipeAddress } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import {
  configuredInverters,
  DEFAULT_SCENARIO,
  FIRMWARES,
  ownScenario,
  SCENARIOS,
  type Scenario,
} from '../src/index.ts';
import { createDtu, type Dtu } from './dtu.ts';

const HOUR_MS = 3_600_000;
const NOTHING = new Uint8Array();
const all = Object.values(SCENARIOS);

/** For each inverter whether it answered, and with how much AC power. */
function pollAll(dtu: Dtu, scenario: Scenario): (number | undefined)[] {
  return scenario.inverters.map(({ serial }) => dtu.reading(serial)?.powerW);
}

describe('every scenario', () => {
  it.each(all.map((scenario) => [scenario.name, scenario] as const))('%s is consistent', (name, scenario) => {
    expect(SCENARIOS[name].name).toBe(name);
    expect(scenario.title).toMatch(/^[A-Z].*\.$/);
    const plants = [scenario.inverters, ...scenario.devices.map(({ inverters }) => inverters)];
    const all = plants.flat().map(({ serial }) => serial);
    expect(new Set(all).size).toBe(all.length);
    for (const inverters of plants) {
      const serials = inverters.map(({ serial }) => serial);
      expect(serials.map(canonicalSerial)).toEqual(serials);
      expect(new Set(serials.map(pipeAddress)).size).toBe(serials.length);
      expect(inverters.length).toBeLessThanOrEqual(10);
      for (const { serial, strings, name: inverterName } of inverters) {
        expect(modelFamilyOf(serial)?.stringCount).toBe(strings.length);
        expect(inverterName.length).toBeGreaterThan(0);
        expect(new TextEncoder().encode(inverterName).length).toBeLessThanOrEqual(31);
      }
    }
    for (const key of ['id', 'hostName'] as const)
      expect(new Set(scenario.devices.map((device) => device[key])).size).toBe(scenario.devices.length);
  });

  it('gives the gateway what to configure', () => {
    expect(configuredInverters(SCENARIOS[DEFAULT_SCENARIO])).toMatchObject([
      { serial: '112174506011', name: 'Garage', channel: [{ name: 'Garage roof', max_power: 410 }] },
      {
        name: 'South roof',
        channel: [
          { name: 'South left', max_power: 425 },
          { name: '', max_power: 0 },
        ],
      },
      { name: 'East and west roof', channel: [{}, {}, { name: '', max_power: 400 }, {}] },
    ]);
  });
});

describe('three-inverters, the default', () => {
  it('has inverters with 1, 2 and 4 strings', () => {
    expect(DEFAULT_SCENARIO).toBe('three-inverters');
    expect(SCENARIOS[DEFAULT_SCENARIO].inverters.map(({ strings }) => strings.length)).toEqual([1, 2, 4]);
  });

  it('produces visibly at any hour of any season, with any seed', () => {
    for (let month = 0; month < 12; month += 3) {
      for (let hour = 0; hour < 24; hour += 4) {
        const startUnixMs = Date.UTC(2026, month, 15, hour, 30);
        const dtu = createDtu({
          scenario: SCENARIOS['three-inverters'],
          seed: month * 31 + hour,
          startUnixMs,
        });
        for (const power of pollAll(dtu, SCENARIOS['three-inverters'])) expect(power).toBeGreaterThan(60);
      }
    }
  });

  it('goes on producing through days without nights, each with a new daily yield', () => {
    const dtu = createDtu({ scenario: SCENARIOS['three-inverters'] });
    const [{ serial } = { serial: '' }] = SCENARIOS['three-inverters'].inverters;
    let resets = 0;
    let before = 0;
    for (let hour = 0; hour < 100; hour++) {
      const ac = dtu.reading(serial);
      expect(ac?.powerW).toBeGreaterThan(5);
      if ((ac?.yieldTodayWh ?? 0) < before) resets++;
      before = ac?.yieldTodayWh ?? 0;
      dtu.clock.advance(HOUR_MS);
    }
    expect(resets).toBe(10);
  });

  it('loses no packet, whenever it is asked', () => {
    const dtu = createDtu({ scenario: SCENARIOS['three-inverters'] });
    for (let round = 0; round < 400; round++) {
      expect(pollAll(dtu, SCENARIOS['three-inverters'])).not.toContain(undefined);
      dtu.clock.advance(1000 + round * 0.7);
    }
    expect(dtu.transmissions()).toBe(1200);
  });
});

describe('one-inverter and ten-inverters', () => {
  it('have as many inverters as they say, all at work', () => {
    for (const [name, count] of [
      ['one-inverter', 1],
      ['ten-inverters', 10],
    ] as const) {
      const powers = pollAll(createDtu({ scenario: SCENARIOS[name] }), SCENARIOS[name]);
      expect(powers.length).toBe(count);
      for (const power of powers) expect(power).toBeGreaterThan(20);
    }
  });
});

describe('two-devices and farm', () => {
  it('have devices whose inverters all work, at releases that can have them', () => {
    for (const scenario of [SCENARIOS['two-devices'], SCENARIOS.farm]) {
      for (const device of scenario.devices) {
        const own = ownScenario(scenario, device);
        for (const power of pollAll(createDtu({ scenario: own }), own)) expect(power).toBeGreaterThan(20);
        const { sixStrings } = capabilitiesOfRelease(FIRMWARES[device.firmware].release);
        const strings = Math.max(...own.inverters.map((inverter) => inverter.strings.length));
        expect(strings).toBeLessThanOrEqual(sixStrings ? 6 : 4);
      }
    }
  });

  it('are as large as they say', () => {
    expect(SCENARIOS['two-devices'].devices.map(({ inverters }) => inverters.length)).toEqual([2, 2]);
    expect(SCENARIOS.farm.devices.map(({ inverters }) => inverters.length)).toEqual(Array(20).fill(10));
    expect(new Set(SCENARIOS.farm.devices.map(({ firmware }) => firmware))).toEqual(
      new Set(Object.keys(FIRMWARES)),
    );
  });
});

describe('weak-signal', () => {
  it('needs to ask twice often and still gets through most of the time', () => {
    const scenario = SCENARIOS['weak-signal'];
    const dtu = createDtu({ scenario });
    const polls = Array.from({ length: 200 }, () => pollAll(dtu, scenario)).flat();
    const good = polls.filter((power) => power !== undefined).length;
    expect(good / polls.length).toBeGreaterThan(0.9);
    expect(good / polls.length).toBeLessThan(1);
    expect(dtu.transmissions()).toBeGreaterThan(1.4 * polls.length);
  });

  it('gets better with transmit power', () => {
    const transmissions = ([0, 3] as const).map((level) => {
      const dtu = createDtu({ scenario: SCENARIOS['weak-signal'] });
      dtu.radio.setPaLevel(level);
      for (let round = 0; round < 100; round++) pollAll(dtu, SCENARIOS['weak-signal']);
      return dtu.transmissions();
    });
    expect(transmissions[1]).toBeLessThan((transmissions[0] ?? 0) * 0.95);
  });
});

describe('night', () => {
  it('is silent, for ever', () => {
    const dtu = createDtu({ scenario: SCENARIOS.night });
    for (let hour = 0; hour < 30; hour++) {
      expect(pollAll(dtu, SCENARIOS.night)).toEqual([undefined, undefined, undefined]);
      dtu.clock.advance(HOUR_MS);
    }
    expect(dtu.heard).toEqual([]);
  });
});

describe('unreachable', () => {
  it('never hears one of three', () => {
    const dtu = createDtu({ scenario: SCENARIOS.unreachable });
    for (let round = 0; round < 10; round++) {
      const [first, second, third] = pollAll(dtu, SCENARIOS.unreachable);
      expect(first).toBeGreaterThan(0);
      expect(second).toBeUndefined();
      expect(third).toBeGreaterThan(0);
    }
  });
});

describe('real-sun', () => {
  const scenario = SCENARIOS['real-sun'];

  it('shines by day and not by night where the site is', () => {
    const noonInEurope = Date.UTC(2024, 5, 21, 11);
    const sydney = { latitude: -33.9, longitude: 151.2 };
    const atNoon = createDtu({ scenario, startUnixMs: noonInEurope });
    const atSydneysNight = createDtu({ scenario, startUnixMs: noonInEurope, site: sydney });
    const atSydneysNoon = createDtu({ scenario, startUnixMs: noonInEurope - 9 * HOUR_MS, site: sydney });
    for (const power of pollAll(atNoon, scenario)) expect(power).toBeGreaterThan(50);
    expect(pollAll(atSydneysNight, scenario)).toEqual([undefined, undefined, undefined]);
    for (const power of pollAll(atSydneysNoon, scenario)) expect(power).toBeGreaterThan(20);
  });

  it('already has the yield of the morning when it starts at noon', () => {
    const dtu = createDtu({ scenario, startUnixMs: Date.UTC(2024, 5, 21, 11) });
    expect(dtu.reading(scenario.inverters[1]?.serial ?? '')?.yieldTodayWh).toBeGreaterThan(800);
  });
});

describe('dead-string', () => {
  it('has one string at zero while its siblings produce, and says so in the event log', () => {
    const serial = SCENARIOS['dead-string'].inverters[2]?.serial ?? '';
    const dtu = createDtu({ scenario: SCENARIOS['dead-string'] });
    const [first, second, dead, last] = dtu.reading(serial)?.strings ?? [];
    expect(dead).toMatchObject({ powerW: 0, currentA: 0, yieldTodayWh: 0 });
    for (const string of [first, second, last]) expect(string?.powerW).toBeGreaterThan(20);
    const log = decodeAlarmLog(dtu.ask(serial, 'AlarmData') ?? NOTHING, 0);
    expect(log).toContainEqual(expect.objectContaining({ code: 211, endS: 0 }));
  });
});

describe('clock-not-set', () => {
  it('tells the gateway to start without the time; the inverters would answer', () => {
    expect(SCENARIOS['clock-not-set'].clockSet).toBe(false);
    expect(all.filter(({ clockSet }) => !clockSet).length).toBe(1);
    const dtu = createDtu({ scenario: SCENARIOS['clock-not-set'] });
    expect(pollAll(dtu, SCENARIOS['clock-not-set'])).not.toContain(undefined);
  });
});

describe('radio-problem', () => {
  it('says that the chip is missing, and nothing gets through', () => {
    const dtu = createDtu({ scenario: SCENARIOS['radio-problem'] });
    expect(dtu.radio.status()).toEqual({ connected: false, plusVariant: false });
    expect(pollAll(dtu, SCENARIOS['radio-problem'])).toEqual([undefined, undefined, undefined]);
  });

  it('is no better with a chip that cannot send slowly enough', () => {
    const scenario = { ...SCENARIOS['radio-problem'], radio: { connected: true, plusVariant: false } };
    expect(pollAll(createDtu({ scenario }), scenario)).toEqual([undefined, undefined, undefined]);
  });
});

describe('no-inverters', () => {
  it('has nobody to talk to, and a radio that works', () => {
    expect(configuredInverters(SCENARIOS['no-inverters'])).toEqual([]);
    const dtu = createDtu({ scenario: SCENARIOS['no-inverters'] });
    expect(dtu.reading('114182730124')).toBeUndefined();
    expect(dtu.radio.status()).toEqual({ connected: true, plusVariant: true });
  });
});
