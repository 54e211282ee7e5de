import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send, sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** Names that a page of somebody else may bring, and what is no name at all. */
const FOREIGN = [
  ...['OpenDTU-%06X', 'opendtu-', 'opendtu-abcdee', 'opendtu-abcdef.evil.test', 'xopendtu-abcdef.local'],
  ...['evil.test', 'EVIL.TEST', 'evil.test:80', 'evil.local', 'evil.lan', 'evil', 'local', '.local', '.'],
  ...['10.0.0.1.evil.test', '127.0.0.1.evil.test', 'localhost.evil.test', 'solar.evil.test', 'solar.evil'],
  ...['evil.solar.example.org', 'xsolar.example.org', 'example.org', 'org', 'solar.', 'SOLAR.LOCAL.'],
  ...['localhost.', 'LOCALHOST.', 'localhost..', '127.0.0.1.', 'localhost@evil.test', 'evil.test@localhost'],
  ...['localhost evil.test', 'localhost,evil.test', 'localhost/evil.test', 'localhost#', 'localhost\\evil'],
  ...['127.0.0.1:8080:9090', '127.0.0.1:', '127.0.0.1:x', '127.0.0.1:123456', '999.1.1.1', '1.2.3', '127.1'],
  ...['0x7f.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::1', '::1', '[::1]x', '[::g]', '[127.0.0.1]'],
  ...['[fe80::1%eth0]', '[]', '[[::1]]', 'xn--solar-9ya.test', '%6cocalhost', 'localhost%00.evil.test', '*'],
];

const OURS = [
  ...['localhost', 'LOCALHOST:8080', 'localhost:1', '127.0.0.1', '192.168.1.50:8080', '[::1]', '[::1]:8080'],
  ...['[fe80::1]:80', '[FE80::1]', '[::ffff:127.0.0.1]', '[2001:db8:0:0:0:0:0:1]'],
  ...['solar', 'SOLAR', 'solar.local', 'solar.fritz.box', 'solar.lan:8080', 'solar.home.arpa'],
  ...['solar.example.org', 'Solar.Example.Org.local:80', 'SUN.example.org', 'pv.test:80'],
  // The host name of the settings, with the chip id in it.
  ...['OpenDTU-ABCDEF', 'opendtu-abcdef:8080', 'OpenDTU-ABCDEF.local', 'opendtu-abcdef.fritz.box'],
];

const OPTIONS = { allowedHosts: ['sun.example.org', 'PV.test'], basePath: '/dtu/' };
const PATHS = ['/', '/api/livedata/status', '/api/nothing', '/healthz', '/%zz', '/api/%', '/dtu'];

const NAMELESS = [
  'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
];

/** Those of the names with which at least one path is answered in another way than with 421. */
async function answeredNames(port: number, hosts: readonly string[]): Promise<string[]> {
  const answered: string[] = [];
  for (const host of hosts) {
    const answers = await Promise.all(PATHS.map((path) => send(port, path, { headers: { host } })));
    if (answers.some(({ status }) => status !== 421)) answered.push(host);
  }
  return answered;
}

describe('a Host header', () => {
  it('is refused with 421 unless it is a name of ours or an address (A7)', { timeout: 60_000 }, async () => {
    const row = openRow('A7');
    const goal = { exactly: 0 } as const;
    const { port } = await startTestGateway(OPTIONS);
    const nameless = await Promise.all(NAMELESS.map((text) => sendRaw(port, text)));
    const answered = [
      ...(await answeredNames(port, FOREIGN)),
      ...nameless.filter((text) => !text.startsWith('HTTP/1.1 421 ')),
    ];
    const known = await answeredNames(port, OURS);
    const refused = OURS.filter((host) => !known.includes(host));
    expect.soft([answered, refused]).toEqual([[], []]);
    const tried = FOREIGN.length + NAMELESS.length;
    row.figure({ what: 'foreign names tried', value: tried, goal: { atLeast: 50 } });
    row.figure({ what: 'foreign names answered', value: answered.length, goal });
    row.figure({ what: 'names of ours refused', value: refused.length, goal });

    const taken = await without(['knownHostNames'], () => answeredNames(port, ['evil.test']));
    row.counterProof({
      ...{ what: 'foreign names answered', without: SEAMS.knownHostNames, value: taken.length },
      goal,
    });
  });

  it('may be the host name of the settings as it is now', async () => {
    const { port } = await startTestGateway();
    const before = ['OpenDTU-ABCDEF', 'OpenDTU-ABCDEF.local'];
    const after = ['sonne', 'sonne.local', 'SONNE.lan'];
    expect(await answeredNames(port, [...before, ...after])).toEqual(before);
    const network = JSON.parse((await send(port, '/api/network/config', { headers: login() })).text);
    await postData(port, '/api/network/config', { ...network, hostname: 'sonne' });
    expect(await answeredNames(port, [...before, ...after])).toEqual(after);
  });

  it('that is foreign is told what to do about it', async () => {
    const { port } = await startTestGateway();
    const { text } = await send(port, '/', { headers: { host: 'pv.test' } });
    expect(JSON.parse(text).message).toContain('--allowed-hosts');
  });
});
