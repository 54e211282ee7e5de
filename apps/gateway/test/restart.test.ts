import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { ENDPOINTS, type EndpointName, PIN_PROFILE_FILE, SOCKETS } from '@heliograph/contract';
import { createSimulatedRadio } from '@heliograph/simulator';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

/**
 * Another pin profile makes the gateway restart about a second after the answer, and nothing else does. Source:
 * docs/reference/original-device.md#device-settings-and-pins, #time, #pin-profiles, #quirk-19, #quirk-20, #quirk-55 and
 * docs/decisions/0015-restart-inside-the-process.md.
 */

const PROFILES = [
  { name: 'My board', nrf24: { clk: 14, cs: 15, en: 4, irq: 33, miso: 2, mosi: 13 }, display: { type: 2 } },
  { name: 'Not wired', nrf24: { irq: -1 } },
  { name: 'Half' },
];
const DISPLAY = { show_logo: true, power_safe: true, screensaver: true, contrast: 60 };
const RESTARTED = 'Software restart';

/** With this file of profiles; null: with none. */
async function start(content: string | null = JSON.stringify(PROFILES), more: TestGatewayOptions = {}) {
  const gateway = await startTestGateway(more);
  if (content !== null) await writeFile(join(gateway.dataFolder, PIN_PROFILE_FILE), content);
  return gateway;
}

const json = async ({ port }: TestGateway, name: EndpointName) =>
  JSON.parse((await send(port, ENDPOINTS[name].path, { headers: login() })).text);

async function choose({ port }: TestGateway, name: string): Promise<void> {
  const { text } = await postData(port, ENDPOINTS.setDeviceConfig.path, {
    curPin: { name },
    display: DISPLAY,
  });
  expect(JSON.parse(text)).toMatchObject({ code: 1001 });
}

/** Lets a restart happen that is under way, and tells whether there was one. */
async function restarts(gateway: TestGateway): Promise<boolean> {
  await gateway.clock.advanceAsync(5000);
  let reason = '';
  await advanceUntil(gateway.clock, async () => {
    reason = (await json(gateway, 'getSystemStatus')).resetreason_0;
    return true;
  });
  return reason === RESTARTED;
}

describe('another profile', () => {
  it('is answered first; a second later the gateway comes back on its port, with its settings', async () => {
    const gateway = await start();
    const before = await json(gateway, 'getInverterList');
    await gateway.clock.advanceAsync(7000);
    const sockets = await Promise.all(
      Object.values(SOCKETS).map(({ path }) => openSocket(gateway.port, {}, path)),
    );
    await choose(gateway, 'My board');
    await gateway.clock.advanceAsync(999);
    expect(await json(gateway, 'getSystemStatus')).toMatchObject({
      uptime: 7,
      resetreason_0: 'Program started',
    });
    for (const { socket } of sockets) expect(socket.readyState).toBe(socket.OPEN);
    await gateway.clock.advanceAsync(1);
    const restartAtMs = gateway.clock.monotonicMs();
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 1012));
    await restarted(gateway);
    const status = await json(gateway, 'getSystemStatus');
    expect(status).toMatchObject({
      resetreason_0: RESTARTED,
      resetreason_1: RESTARTED,
      radio_connected: true,
    });
    expect(status.uptime).toBeLessThanOrEqual((gateway.clock.monotonicMs() - restartAtMs) / 1000);
    expect(await json(gateway, 'getInverterList')).toEqual(before);
    (await openSocket(gateway.port)).socket.terminate();
  });

  it("counts from then on, and what it leaves out is the board's own", async () => {
    const gateway = await start();
    await choose(gateway, 'My board');
    const selected = await json(gateway, 'getDeviceConfig');
    expect(selected.curPin).toMatchObject({
      name: 'My board',
      nrf24: { clk: 18, miso: 19 },
      display: { type: 0 },
    });
    await restarted(gateway);
    expect((await json(gateway, 'getDeviceConfig')).curPin).toMatchObject({
      name: 'My board',
      nrf24: PROFILES[0]?.nrf24,
      eth: { enabled: false, phy_addr: 0, power: -1, mdc: 23, mdio: 18, type: 0, clk_mode: 0 },
      display: { type: 2, data: 255, clk: 255, cs: 255, reset: 255 },
    });
  });

  it('without a wired radio leaves the gateway without one, until another is chosen', async () => {
    const gateway = await start();
    await choose(gateway, 'Not wired');
    await restarted(gateway);
    expect(await json(gateway, 'getSystemStatus')).toMatchObject({
      radio_connected: false,
      radio_pvariant: false,
    });
    expect((await json(gateway, 'getLiveData')).hints.radio_problem).toBe(true);
    await choose(gateway, 'Half');
    await advanceUntil(gateway.clock, async () => (await json(gateway, 'getSystemStatus')).radio_connected);
  });

  it('leaves the clock that was set by hand', async () => {
    const gateway = await start(null, { scenario: 'clock-not-set' });
    const time = { year: 2030, month: 1, day: 2, hour: 3, minute: 4, second: 5 };
    await postData(gateway.port, ENDPOINTS.setTime.path, time);
    await choose(gateway, 'Other');
    await restarted(gateway);
    const { second: _, minute: __, ...shown } = time;
    expect(await json(gateway, 'getTime')).toMatchObject({ ntp_status: true, ...shown });
  });

  it('chosen and chosen again within the second restarts once', async () => {
    const gateway = await start();
    for (const name of ['My board', 'Half', 'My board']) await choose(gateway, name);
    await restarted(gateway);
    await gateway.clock.advanceAsync(10_000);
    const { uptime } = await json(gateway, 'getSystemStatus');
    expect(uptime).toBeGreaterThanOrEqual(10);
    expect(gateway.logLines.filter((line) => line.includes('is restarting'))).toHaveLength(1);
  });

  it('can be chosen again and again', async () => {
    const gateway = await start();
    for (const name of ['My board', 'Half', 'Default']) {
      await choose(gateway, name);
      const path = ENDPOINTS.getDeviceConfig.path;
      const uptimeBefore = (await json(gateway, 'getSystemStatus')).uptime;
      await gateway.clock.advanceAsync(20_000);
      await advanceUntil(
        gateway.clock,
        async () => (await send(gateway.port, path, { headers: login() })).status === 200,
      );
      expect((await json(gateway, 'getDeviceConfig')).curPin.name).toBe(name);
      expect(uptimeBefore).toBeDefined();
    }
    expect(gateway.logLines.filter((line) => line.includes('is restarting'))).toHaveLength(3);
    expect(gateway.logLines.filter((line) => / error /.test(line))).toEqual([]);
  });
});

describe('the wiring stays the same, and nothing restarts', () => {
  it.each([
    ['the first choice of the default entry', 'Default'],
    ['the same in German, as an original device stores it', '(Standardeinstellungen)'],
  ])('%s', async (_, name) => {
    const gateway = await start();
    await choose(gateway, name);
    expect(await restarts(gateway)).toBe(false);
    expect((await json(gateway, 'getDeviceConfig')).curPin.name).toBe(name);
  });

  it('the display alone', async () => {
    const gateway = await start();
    await postData(gateway.port, ENDPOINTS.setDeviceConfig.path, { display: { ...DISPLAY, contrast: 9 } });
    expect(await restarts(gateway)).toBe(false);
  });

  it('the same name once more, and a refused one', async () => {
    const gateway = await start();
    await choose(gateway, 'Default');
    await choose(gateway, 'Default');
    await postData(gateway.port, ENDPOINTS.setDeviceConfig.path, { curPin: { name: '' }, display: DISPLAY });
    expect(await restarts(gateway)).toBe(false);
  });
});

describe('the wiring changes with', () => {
  it.each([
    ['a name that no profile has', 'Nobody knows it', '[]'],
    ['a profile called as the default entry', 'Default', '[{"name":"Default","nrf24":{"clk":1}}]'],
  ])('%s', async (_, name, profiles) => {
    const gateway = await start(profiles);
    await choose(gateway, name);
    expect(await restarts(gateway)).toBe(true);
    const clk = profiles === '[]' ? 18 : 1;
    expect((await json(gateway, 'getDeviceConfig')).curPin).toMatchObject({ name, nrf24: { clk, cs: 5 } });
  });
});

describe('a file of profiles', () => {
  it.each([
    ['that is no JSON', '[{"name":"My board"'],
    ['that is empty', ''],
    ['that is no list', '{"name":"My board","nrf24":{"clk":1}}'],
    ['that is null', 'null'],
    ['with odd entries', '[null,5,"My board",[],{"nrf24":{"clk":1}},{"name":7},{"name":""}]'],
    ['with odd pins', '[{"name":"My board","nrf24":{"clk":"18","cs":null,"en":4.5,"irq":[16]},"eth":true}]'],
  ])('%s leaves the default pins', async (_, content) => {
    const gateway = await start(content);
    const { curPin } = await json(gateway, 'getDeviceConfig');
    await choose(gateway, 'My board');
    await restarted(gateway);
    expect((await json(gateway, 'getDeviceConfig')).curPin).toEqual({ ...curPin, name: 'My board' });
    const isBroken = !content.startsWith('[') || !content.endsWith(']');
    const told = gateway.logLines.filter((line) => line.includes(`${PIN_PROFILE_FILE} cannot be read`));
    expect(told).toHaveLength(isBroken ? 1 : 0);
  });

  it('that is a folder does so too', async () => {
    const gateway = await start(null);
    await mkdir(join(gateway.dataFolder, PIN_PROFILE_FILE));
    await choose(gateway, 'My board');
    await restarted(gateway);
    expect((await json(gateway, 'getDeviceConfig')).curPin.nrf24.clk).toBe(18);
  });
});

describe('a stop', () => {
  it('takes back a restart that was to come', async () => {
    const gateway = await start();
    await choose(gateway, 'Half');
    await gateway.stopNow();
    await gateway.clock.advanceAsync(10_000);
    expect(gateway.logLines.some((line) => line.includes('is restarting'))).toBe(false);
    await expect(send(gateway.port, '/')).rejects.toThrow('ECONNREFUSED');
  });

  it('during a restart ends what has begun, and frees the folder', async () => {
    const gateway = await start();
    await choose(gateway, 'Half');
    gateway.clock.advance(1000);
    await gateway.stopNow();
    await expect(send(gateway.port, '/')).rejects.toThrow('ECONNREFUSED');
    await expect(readFile(join(gateway.dataFolder, 'gateway.lock'))).rejects.toThrow('ENOENT');
    const next = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect((await json(next, 'getDeviceConfig')).curPin.name).toBe('Half');
  });
});

describe('a restart that fails', () => {
  it.each(['the port is taken', 'the folder is no folder any more'])(
    'is told, and nothing is left: %s',
    async (why) => {
      const failures: unknown[] = [];
      const intruders: Server[] = [];
      onTestFinished(() => {
        for (const server of intruders) server.close();
      });
      let isRestart = false;
      let dataFolder = '';
      const gateway: TestGateway = await start(null, {
        onRestartFailed: (error) => failures.push(error),
        createRadio(options) {
          if (isRestart && why === 'the port is taken') {
            intruders.push(createServer().listen(gateway.port, '127.0.0.1'));
          }
          return createSimulatedRadio(options);
        },
      });
      dataFolder = gateway.dataFolder;
      await choose(gateway, 'Half');
      isRestart = true;
      if (why !== 'the port is taken') {
        await rm(dataFolder, { recursive: true });
        await writeFile(dataFolder, 'in its place');
      }
      await advanceUntil(gateway.clock, async () => failures.length > 0);
      expect(String(failures[0])).toMatch(/is already in use|cannot be written/);
      if (why === 'the port is taken') {
        await expect(readFile(join(dataFolder, 'gateway.lock'))).rejects.toThrow('ENOENT');
      }
      await gateway.stopNow();
    },
  );
});
