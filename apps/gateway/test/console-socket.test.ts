import { createSimulatedRadio, type SimulatedRadio, type SimulatedRadioOptions } from '@heliograph/simulator';
import {
  EAST_AND_WEST,
  GOOD_AIR,
  LOST_ANSWERS,
  resultOf,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket, type SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';
import { createStoredSecurity } from '../src/settings/first-settings.ts';
import { letLive } from './let-live.ts';
import { startTestServer } from './start-test-server.ts';

const openConsole = (port: number, options = {}) => openSocket(port, options, '/console');

/** Everything a client got, as lines; each of its frames must be whole lines that end with CR LF. */
function linesOf({ messages }: SocketClient): string[] {
  return messages.flatMap((text) => {
    expect(text.endsWith('\r\n')).toBe(true);
    return text.slice(0, -2).split('\r\n');
  });
}

const ADMIN = { headers: login() };

/** A gateway at the usual log level, the packets its radio saw as `TX <RF channel> <hex>`, and a console client. */
async function watched(options: TestGatewayOptions = {}, as: { headers?: object } = {}) {
  const platform = createTestPlatform('info');
  const onAir: string[] = [];
  const radios: SimulatedRadio[] = [];
  /** Answers that arrive nowhere, once each: the numbers of their fragments. */
  const losing = new Set<number>();
  const createRadio = (asked: SimulatedRadioOptions): SimulatedRadio => {
    const radio = createSimulatedRadio(asked);
    const note = (word: string, bytes: Uint8Array, rfChannel: number) =>
      onAir.push(`${word} ${rfChannel} ${Buffer.from(bytes).toString('hex')}`);
    radio.setAir(GOOD_AIR);
    radios.push(radio);
    return {
      ...radio,
      exchange(request, onSent) {
        radio.exchange(request, (result) => {
          note('TX', request.bytes, result.rfChannel);
          onSent(result);
        });
      },
      onPacket: (listener) =>
        radio.onPacket((packet) => {
          if (losing.delete(packet.bytes[9] ?? 0)) return;
          note('RX', packet.bytes, packet.rfChannel);
          listener(packet);
        }),
    };
  };
  const gateway = await startTestGateway({ ...options, platform, createRadio });
  const client = await openConsole(gateway.port, as);
  return { gateway, client, platform, onAir, losing, radio: radios[0] };
}

describe('the console', () => {
  it('tells of each poll and of every frame on the air, in hex with its RF channel', async () => {
    const { gateway, client, onAir } = await watched();
    await letLive(gateway, [client], 10);
    const lines = linesOf(client);
    expect(lines).toContainEqual(expect.stringMatching(`^debug Polling inverter ${EAST_AND_WEST} \\(`));
    expect(lines).toContain(`trace RealTimeRunData of ${EAST_AND_WEST}: answered`);
    const frames = lines.flatMap((line) => {
      const [, word, rfChannel, hex] = /^trace (TX|RX).* on RF channel (\d+): ([\da-f]+)$/.exec(line) ?? [];
      return word === undefined ? [] : [`${word} ${rfChannel} ${hex}`];
    });
    expect(frames.length).toBeGreaterThan(20);
    expect(frames).toEqual(onAir);
    expect(gateway.logLines.join()).not.toMatch(/TX|Polling/);
  });

  it('tells of a fragment that was lost and asked for again', async () => {
    const { gateway, client, losing } = await watched();
    losing.add(2);
    await letLive(gateway, [client], 10);
    expect(losing.size).toBe(0);
    const text = linesOf(client).join('\n');
    expect(text).toMatch(
      /trace (\w+ of \d{12}): retransmit, fragment 2 is missing\ntrace TX .*\ntrace RX .*\ntrace \1: answered/,
    );
  });

  it('tells of time-outs and of what was given up', async () => {
    const { gateway, client, radio } = await watched();
    radio?.setAir(LOST_ANSWERS);
    await letLive(gateway, [client], 15);
    const lines = linesOf(client);
    expect(lines).toContainEqual(expect.stringMatching(/^trace \w+ of \d{12}: time-out, resend, attempt 5$/));
    expect(lines).toContainEqual(expect.stringMatching(/^debug \w+ of \d{12}: gave up, no answer$/));
    expect(lines.filter((line) => line.startsWith('trace RX'))).toEqual([]);
  });

  it('tells of orders and their results', async () => {
    const { gateway, client } = await watched();
    const order = { serial: EAST_AND_WEST, limit_type: 1, limit_value: 60 };
    expect(resultOf(await postData(gateway.port, '/api/limit/config', order))).toBe(1001);
    await letLive(gateway, [client], 10);
    expect(linesOf(client)).toContain(`trace ActivePowerControl of ${EAST_AND_WEST}: answered`);
  });

  it('tells which settings were saved, never their values, and whose login was refused', async () => {
    const { gateway, client } = await watched({ scenario: 'no-inverters' }, ADMIN);
    const inverter = { serial: EAST_AND_WEST, name: 'Roof of glass' };
    expect(resultOf(await postData(gateway.port, '/api/inverter/add', inverter))).toBe(4004);
    const refused = await send(gateway.port, '/api/inverter/list', { headers: login('wrong') });
    expect(refused.status).toBe(401);
    gateway.clock.advance(100);
    await client.settle();
    const lines = linesOf(client);
    expect(lines).toContain('info  Settings were saved. section="inverters"');
    expect(lines).toContain('warn  A login was refused. address="127.0.0.1"');
    expect(lines).toContainEqual(
      'debug Answered a request. method="GET" path="/api/inverter/list" status=401',
    );
    expect(lines.join()).not.toContain('Roof of glass');
  });

  it('tells who comes and goes, also on the other socket', async () => {
    const { gateway, client } = await watched({ scenario: 'no-inverters' }, ADMIN);
    const other = await openSocket(gateway.port);
    other.socket.close(1000);
    await other.closed;
    await expect
      .poll(async () => {
        gateway.clock.advance(100);
        await client.settle();
        return linesOf(client).filter((line) => line.includes('/livedata'));
      })
      .toEqual([
        'debug A socket client came. path="/livedata" address="127.0.0.1"',
        'debug A socket client went. path="/livedata" address="127.0.0.1" code=1000',
      ]);
  });

  it('tells visitors the same without names of servers and addresses', async () => {
    const { gateway, client, platform } = await watched({ scenario: 'no-inverters' });
    const admin = await openConsole(gateway.port, ADMIN);
    const wrong = await openConsole(gateway.port, { headers: login('wrong') });
    await letLive(gateway, [client, admin, wrong], 1);
    const before = [client, admin, wrong].map(({ messages }) => messages.length);
    platform.log.warn('No connection.', {
      server: 'nas.smith.test',
      port: 1883,
      error: new Error('ENOTFOUND nas'),
    });
    gateway.clock.advance(100);
    await Promise.all([client, admin, wrong].map((one) => one.settle()));
    const [visitor, whole, refused] = [client, admin, wrong].map(({ messages }, index) =>
      messages.slice(before[index]).join(''),
    );
    expect(whole).toBe('warn  No connection. server="nas.smith.test" port=1883 error="ENOTFOUND nas"\r\n');
    expect(visitor).toBe('warn  No connection. server="••••••••" port=1883 error="••••••••"\r\n');
    expect(refused).toBe(visitor);
  });

  it('replays nothing to a newcomer', async () => {
    const { gateway, client, platform } = await watched({ scenario: 'no-inverters' });
    platform.log.info('before');
    const newcomer = await openConsole(gateway.port);
    platform.log.info('after');
    await letLive(gateway, [client, newcomer], 1);
    const [old, young] = [linesOf(client), linesOf(newcomer)];
    expect(old).toContain('info  before');
    expect(young).not.toContain('info  before');
    expect(young).toContain('info  after');
    expect(old.slice(-young.length)).toEqual(young);
  });

  it('costs nothing while nobody is there', async () => {
    const { client, platform, gateway } = await watched();
    expect(platform.log.isEnabled('trace')).toBe(true);
    const other = await openConsole(gateway.port);
    client.socket.terminate();
    await other.settle();
    expect(platform.log.isEnabled('trace')).toBe(true);
    other.socket.terminate();
    await expect.poll(() => platform.log.isEnabled('debug')).toBe(false);
    expect(platform.log.isEnabled('info')).toBe(true);
    const again = await openConsole(gateway.port);
    await letLive(gateway, [again], 3);
    expect(linesOf(again).length).toBeGreaterThan(5);
  });

  it('does not answer what clients send, and says nothing about it', async () => {
    const { gateway, client } = await watched({ scenario: 'no-inverters' });
    await letLive(gateway, [client], 1);
    const before = linesOf(client).length;
    for (const text of ['ping', '', '{}', 'x'.repeat(1024)]) client.socket.send(text);
    client.socket.send(Buffer.from([0, 1, 2]));
    await letLive(gateway, [client], 70);
    expect(linesOf(client).slice(before).join()).not.toMatch(/ping|socket|x{9}/i);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('serves 16 clients the same, and has no place for one more until one goes', async () => {
    const { gateway, client } = await watched();
    const [admins, visitors]: [SocketClient[], SocketClient[]] = [[], []];
    await send(gateway.port, '/api/security/authenticate', ADMIN); // from now on nobody has to look at the password
    for (let count = 0; count < 8; count++) admins.push(await openConsole(gateway.port, ADMIN));
    for (let count = 0; count < 7; count++) visitors.push(await openConsole(gateway.port));
    await letLive(gateway, [client, ...admins, ...visitors], 3);
    for (const group of [admins, visitors]) {
      const last = group.at(-1)?.messages.join('') ?? '';
      expect(last).toContain('Polling inverter');
      for (const other of group) expect(other.messages.join('').endsWith(last)).toBe(true);
    }
    await expect(openConsole(gateway.port)).rejects.toThrow('503');
    client.socket.terminate();
    await expect.poll(() => openConsole(gateway.port).then(() => 'came', String)).toBe('came');
  });

  it('closes with 1012 when the gateway stops', async () => {
    const { gateway, client } = await watched();
    const stopped = gateway.stopNow();
    expect(await client.closed).toBe(1012);
    await stopped;
  });

  it('has places for the admin, and more of them at the cost of visitors', async () => {
    const { port } = await startTestGateway({ limits: { socketsPerAddressMax: 16 } });
    const visitors: SocketClient[] = [];
    for (let count = 0; count < 8; count++) visitors.push(await openConsole(port));
    await expect(openConsole(port)).rejects.toThrow('503');
    await send(port, '/api/security/authenticate', { headers: login() });
    const admins: SocketClient[] = [];
    for (let count = 0; count < 9; count++) admins.push(await openConsole(port, { headers: login() }));
    expect(await visitors.at(-1)?.closed).toBe(1013);
    const isOpen = ({ socket }: SocketClient) => socket.readyState === socket.OPEN;
    expect([visitors.filter(isOpen).length, admins.filter(isOpen).length]).toEqual([7, 9]);
  });
});

describe('reading the console', () => {
  it('follows the switch for reading without a login, for open sockets too', async () => {
    const { port, settings } = await startTestServer();
    const allow = (allow_readonly: boolean) =>
      settings.update('security', (security) => ({ ...security, allow_readonly }));
    const anonymous = await openConsole(port);
    await allow(false);
    expect(await anonymous.closed).toBe(4401);
    await expect(openConsole(port)).rejects.toThrow('401');
    await expect(openConsole(port, { headers: login('wrong') })).rejects.toThrow('401');
    const answer = await send(port, '/api/security/authenticate', { headers: login() });
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const byTicket = { headers: { cookie, origin: `http://127.0.0.1:${port}` } };
    const admins = [await openConsole(port, byTicket), await openConsole(port, { headers: login() })];
    const stored = await createStoredSecurity({
      password: new Secret('another one'),
      allowReadonly: false,
      randomBytes: createTestPlatform().randomBytes,
      hashCost: CHEAP_HASH,
    });
    await settings.update('security', () => stored);
    expect(await Promise.all(admins.map(({ closed }) => closed))).toEqual([4401, 4401]);
    await expect(openConsole(port, byTicket)).rejects.toThrow('401');
    await allow(true);
    (await openConsole(port)).socket.terminate();
  });
});

describe('a flood of 500 lines a second for a minute', () => {
  const TEXT = 'x'.repeat(500);

  async function flood(gateway: TestGateway, log: { trace(text: string): void }, reader: SocketClient) {
    for (let tenth = 0; tenth < 600; tenth++) {
      for (let line = 0; line < 50; line++) log.trace(`${tenth * 50 + line} ${TEXT}`);
      gateway.clock.advance(100);
      await reader.settle();
    }
  }
  const numbersOf = (client: SocketClient) =>
    linesOf(client).flatMap((line) => {
      const [, number] = /^trace (\d+) x/.exec(line) ?? [];
      return number === undefined ? [] : [Number(number)];
    });

  it('reaches who reads as it is, and ends who does not', async () => {
    const { gateway, client, platform } = await watched({ scenario: 'no-inverters' });
    const stalled = await openConsole(gateway.port);
    stalled.socket.pause();
    await flood(gateway, platform.log, client);
    expect(numbersOf(client)).toEqual(Array.from({ length: 30_000 }, (_, number) => number));
    const went = linesOf(client).filter((line) => line.includes('A socket client went.'));
    expect(went).toHaveLength(1);
    stalled.socket.resume();
    await stalled.closed;
    expect(numbersOf(stalled).length).toBeLessThan(30_000);
  });

  it('leaves out whole lines for who reads too late, and tells how many', async () => {
    const { gateway, client, platform } = await watched({ scenario: 'no-inverters' });
    const late = await openConsole(gateway.port);
    late.socket.pause();
    // As much as the minute brings, but within the 30 s in which nobody is dropped.
    for (let batch = 0; batch < 60; batch++) {
      for (let line = 0; line < 500; line++) platform.log.trace(`${batch * 500 + line} ${TEXT}`);
      gateway.clock.advance(100);
      await client.settle();
    }
    late.socket.resume();
    await late.settle();
    platform.log.info('the end');
    gateway.clock.advance(100);
    await late.settle();
    const lines = linesOf(late);
    expect(lines).toContain('info  the end');
    const leftOut = lines.map((line) =>
      Number(/^warn {2}(\d+) lines are left out here/.exec(line)?.[1] ?? 0),
    );
    const sum = leftOut.reduce((total, count) => total + count, 0);
    expect(sum).toBeGreaterThan(0);
    expect(numbersOf(late).length + sum).toBe(30_000);
    expect(numbersOf(client).length).toBe(30_000);
  });
});
