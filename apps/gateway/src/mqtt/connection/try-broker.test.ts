import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { accept, connack, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { createTestAuthority, hasOpenssl } from '@heliograph/testbed/outside/test-authority.ts';
import { describe, expect, it } from 'vitest';
import { TARGET } from '../../../test/connection-testbed.ts';
import { createLog } from '../../platform/log.ts';
import type { BrokerTarget } from './broker-target.ts';
import { tryBroker } from './try-broker.ts';

function startTrial(target: Partial<BrokerTarget>, random = () => 10 / 16) {
  const clock = createVirtualClock();
  const lines: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => lines.push(line) });
  return { clock, lines, answer: tryBroker({ ...TARGET, ...target }, { clock, log, random }) };
}

const answerOf = (target: Partial<BrokerTarget>) => startTrial(target).answer;

describe('a trial connection', () => {
  it('says nothing but who it is, under a name of its own, and goodbye', async () => {
    const broker = await startScriptedBroker(accept);
    const { answer, lines } = startTrial({ port: broker.port, username: 'u', password: 'canary' });
    expect(await answer).toBe('');
    await eventually(() => expect(broker.sockets[0]?.closed).toBe(true));
    expect(broker.received(0).toString('latin1')).toBe(
      '\x10\x31\0\x04MQTT\x04\xc2\0\x0f\0\x1aOpenDTU-1223476-trial-aaaa\0\x01u\0\x06canary\xe0\0',
    );
    expect(lines).toEqual([expect.stringContaining('works')]);
    expect(lines.join()).not.toContain('canary');
  });

  it('tells why not, and tries once', async () => {
    const broker = await startScriptedBroker((socket) => socket.end(connack(5)));
    const { answer, lines, clock } = startTrial({ port: broker.port });
    expect(await answer).toBe('login');
    await clock.advanceAsync(120_000);
    expect(broker.sockets).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('failure="login"')]);
  });

  it('has another name than one that is made at the same time', async () => {
    const broker = await startScriptedBroker(accept);
    for (const random of [0, 0.99]) await startTrial({ port: broker.port }, () => random).answer;
    const names = [0, 1].map(
      (at) => /OpenDTU-1223476-trial-\w{4}/.exec(broker.received(at).toString('latin1'))?.[0],
    );
    expect(names).toEqual(['OpenDTU-1223476-trial-0000', 'OpenDTU-1223476-trial-ffff']);
  });

  it('takes 9 s at most', async () => {
    const broker = await startScriptedBroker(() => {});
    const { answer, clock } = startTrial({ port: broker.port });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    clock.advance(9000);
    expect(await answer).toBe('no-answer');
  });

  it('finds no host that has no name', async () => {
    expect(await answerOf({ hostname: 'broker.invalid' })).toBe('unknown-host');
  });

  it.each(['x', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
    'does not ask the network with the root certificate %j',
    async (rootCertificate) => {
      const broker = await startScriptedBroker(accept);
      const target = { port: broker.port, tls: true, rootCertificate };
      expect(await answerOf(target)).toBe('unreadable-root');
      expect(broker.sockets).toHaveLength(0);
    },
  );
});

/** Without the `openssl` command there are no certificates to test with. */
describe.skipIf(!hasOpenssl)('a trial connection with TLS', () => {
  const authority = hasOpenssl ? createTestAuthority() : undefined;
  const rootCertificate = authority?.certificate ?? '';
  const server = authority?.issue();
  const byName = { hostname: 'localhost', tls: true, rootCertificate };
  const byAddress = { tls: true, rootCertificate };

  it('works by name and by address', async () => {
    const { port } = await startScriptedBroker(accept, server);
    expect(await answerOf({ port, ...byName })).toBe('');
    expect(await answerOf({ port, ...byAddress })).toBe('');
  });

  it('works with the right one of several certificates, whatever is written around them', async () => {
    const { port } = await startScriptedBroker(accept, server);
    const other = createTestAuthority('Another authority').certificate;
    const several = `Ours:\r\n${other}\r\n\r\n${rootCertificate.trimEnd()}`;
    expect(await answerOf({ port, ...byName, rootCertificate: several })).toBe('');
  });

  it("works with the server's own certificate as the root", async () => {
    const { port } = await startScriptedBroker(accept, server);
    expect(await answerOf({ port, ...byName, rootCertificate: server?.certificate ?? '' })).toBe('');
  });

  it.each([
    ['untrusted', 'another authority', () => createTestAuthority().certificate],
    ['untrusted', 'those of Node.js', () => ''],
  ])('tells that it is %s by %s, and no word of ours was read', async (failure, _by, root) => {
    const broker = await startScriptedBroker(accept, server);
    const target = { port: broker.port, ...byName, username: 'u', password: 'canary' };
    expect(await answerOf({ ...target, rootCertificate: root() })).toBe(failure);
    await eventually(() => expect(broker.sockets.every(({ closed }) => closed)).toBe(true));
    for (const at of broker.sockets.keys()) expect(broker.received(at)).toHaveLength(0);
  });

  it.each([
    ['wrong-name', { names: 'DNS:broker.invalid' }],
    ['wrong-time', { notAfter: '20200102000000Z' }],
    ['wrong-time', { notBefore: '20980101000000Z' }],
  ])('tells of a %s with %j', async (failure, parts) => {
    const { port } = await startScriptedBroker(accept, authority?.issue(parts));
    expect(await answerOf({ port, ...byName })).toBe(failure);
  });

  it.each([
    ['hangs up', (socket: { destroy(): void }) => socket.destroy()],
    ['says something else', (socket: { write(text: string): void }) => socket.write('220 hello\r\n')],
  ])('tells that there is no TLS where a server %s', async (_what, serve) => {
    const { port } = await startScriptedBroker((socket) => socket.once('data', () => serve(socket)));
    expect(await answerOf({ port, ...byName })).toBe('no-tls');
  });

  it('takes 9 s at most, too', async () => {
    const broker = await startScriptedBroker(() => {});
    const { answer, clock } = startTrial({ port: broker.port, ...byName });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    clock.advance(9000);
    expect(await answer).toBe('no-answer');
  });

  it('is turned away readably where it lacks TLS', async () => {
    const { port } = await startScriptedBroker(accept, server);
    expect(['closed', 'rejected']).toContain(await answerOf({ port }));
  });
});
