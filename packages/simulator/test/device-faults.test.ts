import {
  decodeInverterList,
  decodeLiveData,
  decodeResult,
  detectDevice,
  PATHS,
} from '@heliograph/opendtu-api';
import { assert, describe, expect, it } from 'vitest';
import { type DeviceFailure, NO_FAULTS } from '../src/index.ts';
import { ALL_READ_MS, createDeviceTestbed, FORM, LOGIN } from './device-testbed.ts';

const SOUTH_ROOF = '114182730124';

describe('a device that fails', () => {
  const { device, send, get, listen } = createDeviceTestbed();
  const answerWith = (failure: DeviceFailure) => {
    device.setFaults({ failure });
    return send('GET', PATHS.liveData);
  };

  it('answers slowly', () => {
    device.setFaults({ answerDelayMs: 1500 });
    expect(send('GET', PATHS.liveData)).toMatchObject({ status: 200, delayMs: 1500 });
    device.setFaults({ answerDelayMs: 0 });
  });

  it('asks for patience', () => {
    expect(answerWith('too-many-requests')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });

  it('is at its own end', () => {
    const { status, body } = answerWith('internal-error');
    expect(status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ type: 'danger', code: 1007 });
    expect(decodeResult(JSON.parse(body))?.isSuccess).toBe(false);
  });

  it('has somebody before it who wants a login', () => {
    expect(answerWith('login-page')).toMatchObject({ status: 200, headers: { 'content-type': 'text/html' } });
  });

  it('loses the end of its JSON', () => {
    const { status, body } = answerWith('cut-json');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(20);
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
  });

  it('sends elsewhere', () => {
    device.setFaults({ redirectTo: 'http://198.51.100.7' });
    const { status, headers } = answerWith('redirect');
    expect([status, headers.location]).toEqual([302, 'http://198.51.100.7/api/livedata/status']);
  });

  it('never ends, or never begins', () => {
    expect(answerWith('endless-body')).toMatchObject({ status: 200, end: 'endless' });
    expect(answerWith('no-answer').end).toBe('never');
  });

  it('fails at some paths only, if that is wanted', () => {
    device.setFaults({ failure: 'internal-error', failingPaths: PATHS.limitStatus });
    expect(send('GET', PATHS.limitStatus).status).toBe(500);
    expect(send('GET', PATHS.liveData).status).toBe(200);
    expect(listen().isClosed()).toBe(false);
  });

  it('is well again when the fault is switched off', () => {
    device.setFaults(NO_FAULTS);
    expect(decodeLiveData(get(PATHS.liveData))?.inverters).toHaveLength(3);
  });

  it('refuses sockets in the same way', () => {
    device.setFaults({ failure: 'too-many-requests' });
    const client = { onMessage: () => undefined, onClose: () => undefined };
    const result = device.openSocket({ path: '/livedata', headers: LOGIN, client });
    expect(result).toMatchObject({ accepted: false, answer: { status: 429 } });
  });
});

describe('sockets under pressure', () => {
  it('say {} and null, and documents again later', () => {
    const { device, clock, listen } = createDeviceTestbed();
    const listener = listen();
    device.setFaults({ hasEmptyFrames: true });
    clock.advance(2000);
    expect(listener.messages.slice(0, 2)).toEqual(['{}', 'null']);
    device.setFaults({ hasEmptyFrames: false });
    clock.advance(15_000);
    expect(decodeLiveData(JSON.parse(listener.messages.at(-1) ?? ''))).toBeDefined();
  });

  it('say nothing while the device hangs', () => {
    const { device, clock, listen } = createDeviceTestbed();
    const listener = listen();
    device.setFaults({ failure: 'no-answer' });
    clock.advance(30_000);
    expect(listener.messages).toEqual([]);
    expect(listener.isClosed()).toBe(false);
  });

  it('have one place, and a newer client takes it', () => {
    const { device, listen } = createDeviceTestbed();
    device.setFaults({ maxSockets: 1 });
    const first = listen();
    const second = listen();
    expect([first.isClosed(), second.isClosed()]).toEqual([true, false]);
  });
});

it('a password that somebody else has changed is wrong at once', () => {
  const { device, send } = createDeviceTestbed({ allowReadonly: false });
  expect(send('GET', PATHS.systemStatus).status).toBe(200);
  device.changePassword('something-else');
  expect(send('GET', PATHS.systemStatus).status).toBe(401);
});

it('a restart cuts connections for some seconds, and what was read is gone', () => {
  const { device, send, clock, liveData } = createDeviceTestbed();
  clock.advance(ALL_READ_MS);
  expect(liveData().inverters[0]?.reading).toBeDefined();
  device.restart(20);
  clock.advance(19_000);
  expect(send('GET', PATHS.systemStatus).end).toBe('reset');
  expect(
    device.openSocket({ path: '/livedata', headers: LOGIN, client: { onMessage() {}, onClose() {} } }),
  ).toMatchObject({
    ...{ accepted: false, answer: { end: 'reset' } },
  });
  clock.advance(1000);
  expect(liveData().inverters[0]?.reading).toBeUndefined();
  clock.advance(ALL_READ_MS);
  expect(liveData().inverters[0]?.reading).toBeDefined();
});

it('an update brings another generation with the same settings and inverters', () => {
  const testbed = createDeviceTestbed({ firmware: '2023-02', hostName: 'attic' });
  const { device, clock, get, post } = testbed;
  post(PATHS.inverterAdd, { serial: '112174506099', name: 'New' });
  expect(detectDevice(get(PATHS.systemStatus))).toMatchObject({ generation: '2023-02', hostName: 'attic' });
  device.update('v26.3.30', 5);
  clock.advance(5000 + ALL_READ_MS + 5000);
  expect(detectDevice(get(PATHS.systemStatus))).toMatchObject({ generation: '2024-02', hostName: 'attic' });
  const listed = decodeInverterList(get(PATHS.inverterList)) ?? assert.fail('no list');
  expect(listed.map(({ name }) => name)).toContain('New');
  expect(testbed.liveData().inverters[1]?.reading?.powerW).toBeGreaterThan(0);
  expect(get(PATHS.dtuSettings)).toMatchObject({ pollinterval: 5, cmt_frequency: 865_000_000 });
});

it('a third of the answers to orders gets lost, although the orders are carried out', () => {
  const { device, clock, send } = createDeviceTestbed();
  device.setFaults({ lostOrderAnswers: 1 / 3 });
  const ends = Array.from({ length: 9 }, (_, index) => {
    const body = `data={"serial":"${SOUTH_ROOF}","limit_value":${index + 20},"limit_type":1}`;
    const { end } = send('POST', PATHS.limitOrder, body, { ...LOGIN, ...FORM });
    clock.advance(2000);
    expect(device.inspect(SOUTH_ROOF)?.limitPercent).toBe(index + 20);
    return end;
  });
  expect(ends).toEqual(['whole', 'whole', 'reset', 'whole', 'whole', 'reset', 'whole', 'whole', 'reset']);
  expect(send('GET', PATHS.limitStatus).end).toBe('whole');
});

it('a device that was stopped does nothing any more', () => {
  const { device, clock, send, listen } = createDeviceTestbed();
  const listener = listen();
  device.stop();
  clock.advance(60_000);
  expect(listener.isClosed()).toBe(true);
  expect(listener.messages).toEqual([]);
  expect(send('GET', PATHS.systemStatus).end).toBe('reset');
});

it.each([false, true])('an inverter out of reach is told with zeros where that is set: %s', (isSet) => {
  const { device, clock, get, post, liveData } = createDeviceTestbed();
  const [, second = assert.fail('no second')] = decodeInverterList(get(PATHS.inverterList)) ?? [];
  post(PATHS.inverterEdit, { ...second.raw, zero_runtime: isSet });
  clock.advance(ALL_READ_MS);
  const before = liveData().inverters[1]?.reading ?? assert.fail('not read');
  device.setPresence(SOUTH_ROOF, false);
  clock.advance(10 * ALL_READ_MS);
  const { reading, isReachable } = liveData().inverters[1] ?? assert.fail('not there');
  expect(isReachable).toBe(false);
  expect(reading?.yieldTotalKWh).toBeCloseTo(before.yieldTotalKWh, 1);
  expect(reading?.powerW).toBe(isSet ? 0 : reading?.powerW);
  expect((reading?.powerW ?? 0) > 20).toBe(!isSet);
  expect((reading?.phases[0]?.voltageV ?? 0) > 200).toBe(!isSet);
});
