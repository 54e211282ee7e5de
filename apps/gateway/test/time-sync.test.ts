import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it, vi } from 'vitest';
import type { NtpClient, NtpReply } from '../src/platform/ntp-client.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';

vi.setConfig({ testTimeout: 60_000 }); // a simulated hour of a whole gateway

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** How slow the host is. */
const HOST_ERROR_MS = 10 * MINUTE_MS;

/** A platform with time servers whose names end in `.example`, and what they were asked. */
function createTimedPlatform() {
  const platform = createTestPlatform();
  const { clock } = platform;
  const asked: string[] = [];
  const realStartMs = clock.unixMs() - clock.monotonicMs() + HOST_ERROR_MS;
  const ntp: NtpClient = {
    addressesOf: async (server) => (server.endsWith('.example') ? [`address of ${server}`] : []),
    async ask(address): Promise<NtpReply> {
      asked.push(address);
      const atMonotonicMs = clock.monotonicMs();
      return { kind: 'time', unixMs: realStartMs + atMonotonicMs, atMonotonicMs, roundTripMs: 10 };
    },
  };
  return { platform: { ...platform, ntp }, asked };
}

const config = (changes: Readonly<Record<string, string>> = {}) => ({
  ntp_server: 'one.example',
  ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
  ntp_timezone_descr: 'Europe/Berlin',
  ...changes,
});

const prepare = (settings: SettingsStore) => settings.update('ntp', (ntp) => ({ ...ntp, ...config() }));

/** The test platform's day is 2024-06-21, its hour 09:30 UTC, and the real one 09:40. */
const time = (hour: number, minute: number, second = 0) => ({
  year: 2024,
  month: 6,
  day: 21,
  hour,
  minute,
  second,
});

describe('the time of a gateway', () => {
  it('comes from the server of the settings, at once when that is another one, and then every hour', async () => {
    const { platform, asked } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform });
    await gateway.advance(1000);
    expect(asked).toEqual([]); // the name of the first one leads nowhere
    expect(await gateway.json('/api/ntp/time')).toEqual({ ntp_status: true, ...time(11, 30, 1) });

    expect(await gateway.result('/api/ntp/config', config())).toBe(1001);
    await gateway.advance(0);
    expect(asked).toEqual(['address of one.example']);
    expect(await gateway.json('/api/ntp/time')).toEqual({ ntp_status: true, ...time(11, 40, 1) });
    expect(await gateway.json('/api/ntp/status')).toMatchObject({
      ...config(),
      ntp_status: true,
      ntp_localtime: 'Friday, June 21 2024 11:40:01',
      ...{ ntp_state: 'synced', ntp_clock_set: true, ntp_address: 'address of one.example' },
      ...{ ntp_answer_age: 0, ntp_offset: 600, ntp_next_try: 3600, ntp_failure: '' },
    });

    await gateway.post('/api/ntp/config', config({ ntp_timezone: '<+0545>-5:45' }));
    await gateway.advance(0);
    expect(asked).toHaveLength(1);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(15, 25, 1));

    await gateway.advance(HOUR_MS);
    expect(asked).toHaveLength(2);
    await gateway.post('/api/ntp/config', config({ ntp_server: 'two.example' }));
    await gateway.advance(0);
    expect(asked.at(-1)).toBe('address of two.example');
  });

  it('is not said to come from a server that does not exist, though the host knows the time', async () => {
    const { platform } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform });
    await gateway.post('/api/ntp/config', config({ ntp_server: 'nowhere.invalid' }));
    await gateway.advance(3 * HOUR_MS);
    expect(await gateway.json('/api/ntp/status')).toMatchObject({
      ...{ ntp_status: false, ntp_state: 'never', ntp_clock_set: true, ntp_failure: 'unknown-host' },
      ...{ ntp_address: '', ntp_answer_age: -1, ntp_offset: 0 },
    });
  });

  it('is asked of a server before that is saved, and nothing is changed by it', async () => {
    const { platform } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform });
    await gateway.advance(1000);
    const ask = async (ntp_server: string) =>
      JSON.parse((await gateway.post('/api/heliograph/ntp-trial', { ntp_server })).text);
    expect(await ask('two.example')).toEqual({
      ...{ type: 'success', message: 'The server gives the time.', ntp_failure: '' },
      ...{ ntp_address: 'address of two.example', ntp_offset: 600 },
    });
    expect(await ask('nowhere.invalid')).toMatchObject({ type: 'warning', ntp_failure: 'unknown-host' });
    expect(await ask('')).toMatchObject({ type: 'warning', code: 9001 });
    expect(await gateway.json('/api/ntp/config')).toMatchObject({ ntp_server: 'pool.ntp.org' });
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(11, 30, 1));
  });

  it('is set by its unix time where that is told: of an hour that comes twice either can be meant', async () => {
    const { platform } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform });
    const twice = { year: 2024, month: 10, day: 27, hour: 2, minute: 30, second: 0 };
    for (const hourUtc of [0, 1]) {
      const unix_s = Date.UTC(2024, 9, 27, hourUtc, 30) / 1000;
      expect(await gateway.result('/api/ntp/time', { ...twice, unix_s })).toBe(9010);
      expect(await gateway.json('/api/ntp/time')).toMatchObject(twice);
      await gateway.advance(HOUR_MS);
      expect(await gateway.json('/api/ntp/time')).toMatchObject({ hour: hourUtc === 0 ? 2 : 3, minute: 30 });
    }
    for (const unix_s of ['soon', null, -1, 1.5, 1e12]) {
      expect(await gateway.result('/api/ntp/time', { ...twice, unix_s })).toBe(9010);
      expect(await gateway.json('/api/ntp/time')).toMatchObject(twice);
    }
  });

  it('is set by hand until the server is asked again', async () => {
    const { platform } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform, prepare });
    await gateway.advance(1000);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(11, 40, 1));
    expect(await gateway.result('/api/ntp/time', time(11, 50))).toBe(9010);
    expect(await gateway.json('/api/ntp/status')).toMatchObject({ ntp_status: false, ntp_state: 'manual' });
    await gateway.advance(59 * MINUTE_MS);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(12, 49));
    await gateway.advance(MINUTE_MS);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(12, 40, 1));
  });

  it('follows no jump of the host for long', async () => {
    const { platform } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform, prepare });
    await gateway.advance(1000);
    platform.clock.shiftWallClock(5 * MINUTE_MS);
    await gateway.advance(59_000);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(11, 41));
  });

  it('comes to a gateway whose clock nobody has set as soon as its owner names a server', async () => {
    const { platform, asked } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform, scenario: 'clock-not-set' });
    await gateway.advance(MINUTE_MS);
    expect(asked).toEqual([]); // the name of its first server leads nowhere, on no machine
    expect(await gateway.json('/api/ntp/status')).toMatchObject({ ntp_status: false });
    await gateway.post('/api/ntp/config', config({ ntp_server: 'two.example' }));
    await gateway.advance(0);
    expect(asked).toEqual(['address of two.example']);
    expect(await gateway.json('/api/ntp/status')).toMatchObject({ ntp_status: true });
  });

  it('is asked for at once when the server that gave none is saved again', async () => {
    const { platform, asked } = createTimedPlatform();
    let isReachable = false;
    const { addressesOf } = platform.ntp;
    const ntp: NtpClient = {
      ...platform.ntp,
      addressesOf: async (server) => (isReachable ? addressesOf(server) : []),
    };
    const gateway = await startPlantGateway({ platform: { ...platform, ntp }, prepare });
    await gateway.advance(2 * HOUR_MS); // by now it waits a quarter of an hour between two tries
    isReachable = true;
    await gateway.post('/api/ntp/config', config({ ntp_timezone: 'UTC0' }));
    await gateway.advance(0);
    expect(asked).toEqual(['address of one.example']);
  });

  it('is asked for anew by the next run, and not by the one that ended', async () => {
    const { platform, asked } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform, prepare });
    await gateway.advance(1000);
    await gateway.restart();
    await gateway.advance(1000);
    expect(asked).toHaveLength(2);
    await gateway.advance(HOUR_MS);
    expect(asked).toHaveLength(3);
  });

  it('keeps pace with a simulated sun, also after its server has answered', async () => {
    const { platform } = createTimedPlatform();
    const gateway = await startPlantGateway({ platform, prepare, speed: 60 });
    await gateway.advance(MINUTE_MS);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(12, 40));
    await gateway.advance(HOUR_MS / 60);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(13, 40));
    // The server is right: only its first answer has moved the clock, not the sun.
    expect(await gateway.json('/api/ntp/status')).toMatchObject({ ntp_state: 'synced', ntp_offset: 600 });

    expect(await gateway.result('/api/ntp/time', time(8, 0))).toBe(9010);
    await gateway.advance(MINUTE_MS);
    expect(await gateway.json('/api/ntp/time')).toMatchObject(time(9, 0));
    await gateway.advance(HOUR_MS);
    expect(await gateway.json('/api/ntp/status')).toMatchObject({ ntp_state: 'synced' });
  });
});
