import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { askHttp, digest, type HttpAddress } from './http-ask.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<HttpAddress> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { isHttps: false, host: '127.0.0.1', port, path: '/status', user: 'admin', password: 'geheim' };
}

const ask = (address: HttpAddress, clock = createVirtualClock()) =>
  askHttp(address, clock, new AbortController().signal);

const problem = (code: string) => ({ kind: 'problem', problem: code });

/** Source: RFC 7616, section 3.9.1. */
describe('a login by digest', () => {
  const challenge = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('by %s is that of the standard', (algorithm, response) => {
    const login = digest(
      ...(['Mufasa', 'Circle of Life', '/dir/index.html', challenge(algorithm)] as const),
      'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    );
    expect(login).toContain(`response="${response}"`);
    expect(login).toContain('qop=auth, nc=00000001');
  });

  it('is not tried by what nobody knows', () => {
    expect(digest('a', 'b', '/', 'Digest realm="x", nonce="y", algorithm=SHA-512-256')).toBeUndefined();
    expect(digest('a', 'b', '/', 'Digest realm="x"')).toBeUndefined();
    expect(digest('a', 'b', '/', 'Digest realm="x", nonce="y", qop="auth-int"')).toBeUndefined();
  });
});

describe('a meter that is asked over HTTP', () => {
  it('tells what it says', async () => {
    const address = await serve((_request, response) => response.end('{"total_power":5}'));
    expect(await ask(address)).toEqual({ kind: 'text', text: '{"total_power":5}' });
  });

  it('gets the login only when it asks for it, in the way that it wants', async () => {
    const asked: (string | undefined)[] = [];
    const needs =
      (challenge: string) => (request: IncomingMessage, response: Parameters<RequestListener>[1]) => {
        asked.push(request.headers.authorization);
        if (request.headers.authorization === undefined) {
          response.writeHead(401, { 'www-authenticate': challenge }).end();
        } else response.end('7');
      };
    expect(await ask(await serve(needs('Basic realm="shelly"')))).toEqual({ kind: 'text', text: '7' });
    expect(
      await ask(await serve(needs('Digest qop="auth", realm="shelly", nonce="1", algorithm=SHA-256'))),
    ).toEqual({
      kind: 'text',
      text: '7',
    });
    expect(asked[0]).toBeUndefined();
    expect(asked[1]).toBe(`Basic ${Buffer.from('admin:geheim').toString('base64')}`);
    expect(asked[3]).toMatch(/^Digest username="admin", realm="shelly"/);
  });

  it('says that the login is wrong', async () => {
    const address = await serve((_request, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    );
    expect(await ask(address)).toEqual(problem('login'));
    expect(await ask({ ...address, user: '', password: '' })).toEqual(problem('login'));
  });

  it('is not followed elsewhere', async () => {
    let other = 0;
    const elsewhere = await serve((_request, response) => {
      other += 1;
      response.end('1');
    });
    const location = `http://127.0.0.1:${elsewhere.port}/`;
    const address = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await ask(address)).toEqual(problem('redirect'));
    expect(other).toBe(0);
  });

  it.each([404, 500, 503])('that answers %d cannot tell it', async (status) => {
    const address = await serve((_request, response) => response.writeHead(status).end('5'));
    expect(await ask(address)).toEqual(problem('fault'));
  });

  it('is cut off when it says too much', async () => {
    const address = await serve((_request, response) => {
      const more = () => response.write('x'.repeat(8192), () => !response.destroyed && setImmediate(more));
      more();
    });
    expect(await ask(address)).toEqual(problem('too-large'));
  });

  it('is not waited for when it drips', async () => {
    const clock = createVirtualClock();
    const address = await serve((_request, response) => {
      response.write('{');
      setImmediate(() => clock.advance(4000));
    });
    expect(await ask(address, clock)).toEqual(problem('timeout'));
  });

  it('is told from what is not there, and from what speaks something else', async () => {
    const address = await serve((request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await ask(address)).toEqual(problem('fault'));
    expect(await ask({ ...address, port: 1 })).toEqual(problem('unreachable'));
    expect(await ask({ ...address, isHttps: true })).toMatchObject({ kind: 'problem' });
  });
});
