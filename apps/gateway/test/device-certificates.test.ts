import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { SECRET_PLACEHOLDER, type SourceConfig } from '@heliograph/contract';
import { type PlantGateway, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { DEVICE_PASSWORD, startServedDevice } from '@heliograph/testbed/gateway/served-device.ts';
import { startTlsFront } from '@heliograph/testbed/gateway/tls-front.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import {
  createTestAuthority,
  hasOpenssl,
  type ServerName,
  type TestCertificate,
} from '@heliograph/testbed/outside/test-authority.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Original devices have no TLS; their owners put a proxy before them. */

const SAVE = '/api/heliograph/source';
const TRY = '/api/heliograph/source-trial';
const authority = hasOpenssl ? createTestAuthority() : undefined;
const issue = (server?: ServerName): TestCertificate => authority?.issue(server) as TestCertificate;
const fingerprintOf = ({ certificate }: TestCertificate) => new X509Certificate(certificate).fingerprint256;

const configOf = (port: number, change: Partial<SourceConfig> = {}): SourceConfig => ({
  ...{ id: '', name: '', enabled: true, https: true, host: '127.0.0.1', port, path: '' },
  ...{ user: 'admin', password: DEVICE_PASSWORD },
  ...change,
});

/** From now until the test ends, this machine trusts the authority of these tests. */
function trustAuthority(): void {
  const before = tls.createSecureContext;
  tls.createSecureContext = (options = {}) =>
    before({ ...options, ...(options.key === undefined && { ca: authority?.certificate }) });
  onTestFinished(() => {
    tls.createSecureContext = before;
  });
}

async function start(shown: TestCertificate) {
  const gateway = await startPlantGateway({ scenario: 'no-inverters' });
  const served = await startServedDevice({ clock: gateway.clock, allowReadonly: false });
  await gateway.advance(16_000);
  const front = await startTlsFront(served.port, shown);
  return { gateway, served, front };
}

const answerOf = async (gateway: PlantGateway, path: string, data: unknown) =>
  JSON.parse((await gateway.post(path, data)).text);
const savedBy = async (gateway: PlantGateway) =>
  Object(await gateway.json('/api/heliograph/source-settings')).sources;
const stateOf = async (gateway: PlantGateway) =>
  Object(await gateway.json('/api/heliograph/sources')).sources[1];

async function pass(gateway: PlantGateway, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await gateway.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** How a certificate is wrong, and whether it is of the authority that this machine trusts. */
const WRONG: Readonly<Record<string, [server: ServerName, isTrusted: boolean]>> = {
  certificate: [{}, false],
  'certificate-name': [{ names: 'DNS:attic.example' }, true],
  'certificate-expired': [{ notAfter: '20210101000000Z' }, true],
};

describe.skipIf(!hasOpenssl)('a device behind TLS', () => {
  it.each(Object.entries(WRONG))('with a wrong one says %s, and is not saved', async (problem, wrong) => {
    const [server, isTrusted] = wrong;
    if (isTrusted) trustAuthority();
    const shown = issue(server);
    const { gateway, front } = await start(shown);
    const expected = {
      ...{ type: 'warning', source_problem: problem },
      source_certificate: { fingerprint: fingerprintOf(shown), subject: 'CN=Test server' },
    };
    expect(await answerOf(gateway, TRY, configOf(front.port))).toMatchObject(expected);
    const untested = { ...configOf(front.port), untested: true };
    expect(await answerOf(gateway, SAVE, untested)).toMatchObject(expected);
    expect(await savedBy(gateway)).toEqual([]);
    expect(front.spoken()).toBe(0); // whoever is not trusted hears no login
  });

  it('not yet valid is as expired', async () => {
    trustAuthority();
    const { gateway, front } = await start(issue({ notBefore: '20980101000000Z' }));
    expect(await answerOf(gateway, TRY, configOf(front.port))).toMatchObject({
      source_problem: 'certificate-expired',
    });
  });

  it('is a source when an authority that this machine trusts has signed for it', async () => {
    trustAuthority();
    const { gateway, front } = await start(issue());
    expect(await answerOf(gateway, SAVE, configOf(front.port))).toMatchObject({ code: 1001 });
    await eventually(async () => expect(await stateOf(gateway)).toMatchObject({ state: 'live' }));
  });

  it('is a source when its owner trusts the very certificate, with its socket too', async () => {
    const shown = issue({ names: 'DNS:attic.example', notAfter: '20210101000000Z' });
    const { gateway, front, served } = await start(shown);
    const trusted = configOf(front.port, { certificate: fingerprintOf(shown) });
    expect(await answerOf(gateway, SAVE, trusted)).toMatchObject({ code: 1001, source_inverters: 3 });
    await eventually(async () => {
      expect(await stateOf(gateway)).toMatchObject({ state: 'live', password_right: true });
      expect(served.device.socketCount()).toBe(1);
    });
    expect(await savedBy(gateway)).toMatchObject([{ certificate: fingerprintOf(shown) }]);
  });

  it('that shows another one than the trusted one hears no login, and is live with that again', async () => {
    const [shown, other] = [issue(), issue()];
    const { gateway, front, served } = await start(shown);
    const trusted = configOf(front.port, { certificate: fingerprintOf(shown) });
    const { id } = await answerOf(gateway, SAVE, trusted);
    await eventually(async () => {
      expect(await stateOf(gateway)).toMatchObject({ state: 'live' });
      expect(served.device.socketCount()).toBe(1);
    });
    // Everything has been read, so no connection is just being made.
    for (let before = 0; before < front.spoken(); ) {
      before = front.spoken();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    front.show(other);
    const spoken = front.spoken();
    await pass(gateway, 15);
    expect(await stateOf(gateway)).toMatchObject({ state: 'problem', problem: 'certificate-changed' });
    expect(front.spoken()).toBe(spoken);
    expect(await answerOf(gateway, TRY, { ...trusted, id })).toMatchObject({
      ...{ source_problem: 'certificate-changed' },
      source_certificate: { fingerprint: fingerprintOf(other) },
    });
    front.show(shown);
    await pass(gateway, 16);
    expect(await stateOf(gateway)).toMatchObject({ state: 'live' });
    // The password was given for that certificate, and goes to no other one by itself.
    const moved = { ...trusted, id, password: SECRET_PLACEHOLDER, certificate: fingerprintOf(other) };
    front.show(other);
    expect(await answerOf(gateway, TRY, moved)).toMatchObject({ source_problem: 'login' });
  });

  it('whose certificate goes bad while it runs says so, and is live when it is renewed', async () => {
    trustAuthority();
    const { gateway, front } = await start(issue());
    await answerOf(gateway, SAVE, configOf(front.port));
    await eventually(async () => expect(await stateOf(gateway)).toMatchObject({ state: 'live' }));
    front.show(issue({ notAfter: '20210101000000Z' }));
    await pass(gateway, 15);
    expect(await stateOf(gateway)).toMatchObject({ state: 'problem', problem: 'certificate-expired' });
    front.show(issue());
    await pass(gateway, 16);
    expect(await stateOf(gateway)).toMatchObject({ state: 'live' });
  });

  it('takes nothing for a fingerprint that is none', async () => {
    const { gateway, front } = await start(issue());
    const config = configOf(front.port, { certificate: 'AB:CD' });
    expect(await answerOf(gateway, SAVE, config)).toMatchObject({ code: 13012 });
  });

  it('is not reached by HTTP, and one without TLS not by HTTPS', async () => {
    const { gateway, front, served } = await start(issue());
    expect(await answerOf(gateway, SAVE, configOf(front.port, { https: false }))).toMatchObject({
      source_problem: 'needs-tls',
    });
    expect(await answerOf(gateway, SAVE, configOf(served.port))).toMatchObject({ source_problem: 'no-tls' });
    expect(await savedBy(gateway)).toEqual([]);
  });
});
