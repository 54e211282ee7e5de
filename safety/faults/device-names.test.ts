import { X509Certificate } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { startDeviceNetwork, startNamedDevice } from '@heliograph/testbed/gateway/device-network.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { createTestAuthority, hasOpenssl } from '@heliograph/testbed/outside/test-authority.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../apps/gateway/src/platform/clock.ts';
import { createDeviceHttp } from '../../apps/gateway/src/sources/opendtu/device-http.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F39: the password of a device goes to nobody else. */

const row = openRow('F39');
const AWAY_S = row.scale(30, 300);
const BACK_WITHIN_S = 40;
const TO_STRANGERS = {
  what: 'logins that strangers heard under the name of a device',
  goal: { exactly: 0 },
} as const;
const BEFORE_TLS = {
  what: 'logins that others heard behind another certificate',
  goal: { exactly: 0 },
} as const;

/** A device goes, a stranger takes its name, and the device comes back beside that. */
async function meetStranger(answer: RequestListener) {
  const network = await startDeviceNetwork();
  const { device, first, source } = await startNamedDevice(network);
  await first.leave();
  let logins = 0;
  const stranger = createServer((request, response) => {
    if (request.headers.authorization !== undefined) logins += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => stranger.listen(network.port, '127.0.0.3', resolve));
  onTestFinished(() => void stranger.close());
  network.announced.splice(0, 1, '127.0.0.3');
  await network.pass(AWAY_S);
  expect(source.status().state).toBe('problem');
  await network.place(device, '127.0.0.4');
  network.announced.push('127.0.0.4');
  let backAfterS = 0;
  for (; source.status().state !== 'live' && backAfterS < BACK_WITHIN_S; backAfterS += 1)
    await network.pass(1);
  return { logins, backAfterS };
}

const STRANGERS: Readonly<Record<string, RequestListener>> = {
  'the page of a router': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>'),
  'a thief who asks for the login': (_, response) => response.writeHead(401).end(),
  'another device': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"network_mac":"C0:4E:30:00:00:01","ap_mac":"C0:4E:30:00:00:02"}'),
  'nobody who answers': (request) => void request.socket.destroy(),
};

describe('a device that is known by its name', { timeout: row.scale(60_000, 600_000) }, () => {
  it('has its password kept from others that answer to it, and is found beside them', async () => {
    let [logins, backAfterS] = [0, 0];
    for (const answer of Object.values(STRANGERS)) {
      const seen = await meetStranger(answer);
      logins += seen.logins;
      backAfterS = Math.max(backAfterS, seen.backAfterS);
    }
    row.figure({ ...TO_STRANGERS, value: logins });
    row.figure({
      what: 'the device is live beside them after',
      value: backAfterS,
      unit: 's',
      goal: { atMost: 16 },
    });
  });

  it.runIf(row.isNightly)('would tell it to a stranger that nobody asks who it is', async () => {
    const thief = STRANGERS['a thief who asks for the login'] ?? expect.fail('there is none');
    const value = await without(['deviceIdentity'], async () => (await meetStranger(thief)).logins);
    row.counterProof({ ...TO_STRANGERS, without: SEAMS.deviceIdentity, value });
  });
});

describe.skipIf(!hasOpenssl)('a device with a certificate that its owner trusts', () => {
  /** Asks somebody who shows another one, and counts the logins that were heard. */
  async function askOther(): Promise<number> {
    const authority = createTestAuthority();
    const [trusted, other] = [authority.issue(), authority.issue()];
    let logins = 0;
    const server = createTlsServer({ cert: other.certificate, key: other.key }, (request, response) => {
      if (request.headers.authorization !== undefined) logins += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { port, close } = await listen(server);
    onTestFinished(close);
    const http = createDeviceHttp({
      clock: systemClock,
      address: {
        ...{ host: '127.0.0.1', port, isHttps: true, basePath: '', user: 'admin', password: 'secret' },
        certificate: new X509Certificate(trusted.certificate).fingerprint256,
      },
    });
    for (let count = 0; count < row.scale(5, 200); count += 1) await http.get('/api/system/status');
    http.close();
    return logins;
  }

  it('tells its password to nobody who shows another one', async () => {
    row.figure({ ...BEFORE_TLS, value: await askOther() });
    const value = await without(['pinnedCertificate'], askOther);
    row.counterProof({ ...BEFORE_TLS, without: SEAMS.pinnedCertificate, value });
  });
});
