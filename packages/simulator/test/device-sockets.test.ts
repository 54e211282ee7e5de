import { decodeLiveData, PATHS } from '@heliograph/opendtu-api';
import { assert, describe, expect, it } from 'vitest';
import { FIRMWARES, type FirmwareName } from '../src/index.ts';
import { ALL_READ_MS, createDeviceTestbed, type Listener, LOGIN } from './device-testbed.ts';

function documents({ messages }: Listener) {
  return messages.map((text) => decodeLiveData(JSON.parse(text)) ?? assert.fail(`no live data: ${text}`));
}

describe.each(['2023-02', 'v23.4.4'] as const)('the socket of live data of %s', (firmware) => {
  it('brings everything after each reading, and each ten seconds without', () => {
    const { clock, listen, liveData, device } = createDeviceTestbed({ firmware });
    clock.advance(ALL_READ_MS);
    const listener = listen();
    expect(listener.messages).toEqual([]);
    clock.advance(15_000);
    // A turn each five seconds brings new values of one inverter.
    expect(listener.messages).toHaveLength(4);
    const [last = assert.fail('nothing')] = documents(listener).slice(-1);
    expect(last.inverters.map(({ serial, reading }) => [serial, reading])).toEqual(
      liveData().inverters.map(({ serial, reading }) => [serial, reading]),
    );
    for (const { serial } of liveData().inverters) device.setPresence(serial, false);
    clock.advance(1000);
    const before = listener.messages.length;
    clock.advance(30_000);
    expect(listener.messages.length - before).toBe(3);
  });
});

describe.each(['v24.2.12', 'v26.3.30'] as const)('the socket of live data of %s', (firmware) => {
  it('brings one inverter at a time, after its reading or each ten seconds', () => {
    const { clock, listen } = createDeviceTestbed({ firmware });
    clock.advance(ALL_READ_MS);
    const listener = listen();
    clock.advance(1000);
    expect(documents(listener).map(({ inverters }) => inverters.length)).toEqual([1, 1, 1]);
    const serials = documents(listener).map(({ inverters }) => inverters[0]?.serial);
    expect(new Set(serials).size).toBe(3);
    clock.advance(30_000);
    for (const serial of serials) {
      const own = documents(listener).filter(({ inverters }) => inverters[0]?.serial === serial);
      // A reading each 15 s, and at the latest each 10 s something: at least three more in half a minute.
      expect(own.length).toBeGreaterThanOrEqual(4);
      expect(own.length).toBeLessThanOrEqual(6);
      expect(own.every(({ inverters }) => inverters[0]?.reading !== undefined)).toBe(true);
    }
  });
});

it('what clients send, and what other paths say, is not answered', () => {
  const { clock, listen, device } = createDeviceTestbed();
  const console = listen('/console');
  const live = listen();
  clock.advance(6000);
  expect(console.messages[0]).toBe('I (500) hoymiles: Fetch inverter: 112174506011\n');
  expect(live.messages.every((text) => text.startsWith('{"inverters"'))).toBe(true);
  live.close();
  console.close();
  expect(device.socketCount()).toBe(0);
});

it('older consoles end their lines with CR LF', () => {
  const { clock, listen } = createDeviceTestbed({ firmware: '2023-02' });
  const console = listen('/console');
  clock.advance(1000);
  expect(console.messages).toEqual(['Fetch inverter: 112174506011\r\n']);
});

it('has eight places, and of a ninth client the oldest goes', () => {
  const { listen, device } = createDeviceTestbed();
  const listeners = Array.from({ length: 9 }, () => listen());
  expect(listeners.map((one) => one.isClosed())).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
  expect(device.socketCount()).toBe(8);
});

describe('with reading locked, the socket', () => {
  const open = (firmware: FirmwareName | 'v24.10.2', headers: Readonly<Record<string, string>>) => {
    const known = firmware === 'v24.10.2' ? { release: 24_10_02, isOnBattery: false } : FIRMWARES[firmware];
    const { device } = createDeviceTestbed({ firmware: known, allowReadonly: false });
    const client = { onMessage: () => undefined, onClose: () => undefined };
    return device.openSocket({ path: PATHS.liveDataSocket, headers, client });
  };

  it.each(['2023-02', 'v23.4.4', 'v24.2.12', 'v26.3.30'] as const)(
    'of %s takes a login that it did not ask for',
    (firmware) => {
      const refused = open(firmware, {});
      expect(refused).toMatchObject({ accepted: false, answer: { status: 401 } });
      expect(!refused.accepted && refused.answer.headers['www-authenticate']).toMatch(/^Digest /);
      expect(open(firmware, LOGIN).accepted).toBe(true);
    },
  );

  it('of v24.10.2 lets everybody in', () => expect(open('v24.10.2', {}).accepted).toBe(true));
});
