import { ENDPOINTS } from '@heliograph/contract';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { accessTargets } from './access-targets.ts';

/** Everything that changes something, but for the one way to set the first password. */
const CHANGES = accessTargets().filter(
  ({ name, audience }) =>
    audience !== 'nobody' &&
    (name.startsWith('POST ') || name === `GET ${ENDPOINTS.resetInverterStatistics.path}`) &&
    name !== `POST ${ENDPOINTS.setFirstPassword.path}`,
);
const READS = accessTargets().filter(({ name }) => name.startsWith('GET '));
/** What proxies add, and what else is not asked by a browser on the machine. */
const PASSED_ON = [
  { 'x-forwarded-for': '192.168.4.31' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=192.168.4.31' },
  { 'x-real-ip': '192.168.4.31' },
  { via: '1.1 proxy' },
  { host: 'solar.example.org' },
] as const;
const ANOTHER_MACHINE = '127.0.0.2';
const ACCEPTED = 'changes that another machine could make with the default password';
const PASSED = 'changes that were passed on by a proxy';
const CODES = 'answers and lines of the log with the code in them';
const NOTHING = { exactly: 0 } as const;

const startFresh = () => startTestGateway({ asksOnFirstStart: true });

async function accepted({ port }: TestGateway): Promise<number> {
  let count = 0;
  for (const { path, call } of CHANGES) {
    const headers = { ...call.headers, ...login() };
    const { status } = await send(port, path, { ...call, headers, from: ANOTHER_MACHINE });
    if (status !== 403) count += 1;
  }
  return count;
}

async function passedOn({ port }: TestGateway): Promise<number> {
  let count = 0;
  for (const headers of PASSED_ON) {
    const settings = { dtu_serial: '199980100001', dtu_pollinterval: 5, dtu_palevel: 0 };
    const { status } = await postData(port, ENDPOINTS.setDtuConfig.path, settings, {
      ...{ ...login(), ...headers },
    });
    if (status !== 403) count += 1;
  }
  return count;
}

describe('a fresh gateway before its first password (A14)', { timeout: 120_000 }, () => {
  const row = openRow('A14');

  it('is changed by nobody from another machine', async () => {
    const gateway = await startFresh();
    row.figure({ what: ACCEPTED, value: await accepted(gateway), goal: NOTHING });
    row.figure({ what: PASSED, value: await passedOn(gateway), goal: NOTHING });
    const open = await startFresh();
    const figures = async () => [
      { what: PASSED, value: await passedOn(open) },
      { what: ACCEPTED, value: await accepted(open) },
    ];
    for (const figure of await without(['firstRunLock'], figures)) {
      row.counterProof({ ...figure, without: SEAMS.firstRunLock, goal: NOTHING });
    }
  });

  it('tells its code to nobody, and takes a password for it once', async () => {
    const gateway = await startFresh();
    const { port } = gateway;
    const code = gateway.firstCode?.reveal() ?? '';
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const set = async (given: string, password: string) => {
      const { path } = ENDPOINTS.setFirstPassword;
      const body = `data=${encodeURIComponent(JSON.stringify({ code: given, password }))}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return jsonOf(await send(port, path, { method: 'POST', headers, body, from: ANOTHER_MACHINE }));
    };
    expect(await set('AAAA-AAAA', 'a good password')).toMatchObject({ code: 21_502 });
    let told = 0;
    for (const { path, call } of READS) {
      const { text } = await send(port, path, { ...call, headers: { ...call.headers, ...login() } });
      if (text.includes(code)) told += 1;
    }
    expect(await set(code.toLowerCase().replace('-', ''), 'a good password')).toMatchObject({ code: 21_501 });
    expect(await set(code, 'another good one')).toMatchObject({ code: 21_503 });
    told += gateway.logLines.filter((line) => line.includes(code)).length;
    row.figure({ what: CODES, value: told, goal: NOTHING });
    expect((await send(port, '/api/dtu/config', { headers: login('a good password') })).status).toBe(200);
    expect((await send(port, '/api/dtu/config', { headers: login() })).status).toBe(401);
  });
});
