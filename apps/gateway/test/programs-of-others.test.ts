import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** Programs that people use with an original device, as they are. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const url = (path: string) => `http://127.0.0.1:${gateway.port}${path}`;
const run = promisify(execFile);
const LIST = '/api/inverter/list';
const ORDER = `data=${JSON.stringify({ serial: GARAGE, limit_value: 55.5, limit_type: 1 })}`;

const PYTHON = `
import sys, urllib.request as r
m = r.HTTPPasswordMgrWithDefaultRealm()
m.add_password(None, sys.argv[1], 'admin', 'openDTU42')
print(r.build_opener(r.HTTPBasicAuthHandler(m)).open(sys.argv[1]).read().decode())
`;

/** By what they wait for before they send their login: a Basic challenge. */
const ARGUMENTS = {
  wget: (address: string) => ['-q', '-O', '-', '--user=admin', '--password=openDTU42', address],
  curl: (address: string) => ['-s', '--anyauth', '-u', 'admin:openDTU42', address],
  python3: (address: string) => ['-c', PYTHON, address],
};

describe('a login that waits to be asked for', () => {
  for (const [name, argumentsFor] of Object.entries(ARGUMENTS)) {
    const program = findProgram(name);
    it.skipIf(program === undefined)(`is sent by ${name}`, async () => {
      const { stdout } = await run(program ?? name, argumentsFor(url(LIST)));
      expect(stdout).toContain(GARAGE);
    });
  }

  const curl = findProgram('curl');
  it.skipIf(curl === undefined)('is sent along with an order by curl', async () => {
    const { stdout } = await run(curl ?? '', [...ARGUMENTS.curl(url('/api/limit/config')), '-d', ORDER]);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'success', code: 1001 });
  });
});

describe('the built-in fetch of Node', () => {
  it('reads, and gives orders', async () => {
    const read = await fetch(url('/api/livedata/status/inverters'));
    expect(read.status).toBe(200);
    const order = await fetch(url('/api/limit/config'), {
      method: 'POST',
      headers: { ...login(), 'content-type': 'application/x-www-form-urlencoded' },
      body: ORDER,
    });
    expect([order.status, await order.json()]).toMatchObject([200, { code: 1001 }]);
    const form = new FormData();
    form.append('data', ORDER.slice('data='.length));
    const posted = await fetch(url('/api/limit/config'), { method: 'POST', headers: login(), body: form });
    expect(await posted.json()).toMatchObject({ code: 1001 });
  });
});
