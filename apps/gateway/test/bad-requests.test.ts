import { describe, expect, it } from 'vitest';
import { send, sendRaw } from './http-client.ts';
import { startTestGateway } from './start-test-gateway.ts';

const CLOSE = 'Connection: close\r\n';

describe('what is no proper request', () => {
  it.each([
    ['garbage', '\u0000\u0001\u0002\r\n\r\n', 400],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n', 400],
    ['no Host', `GET / HTTP/1.1\r\n${CLOSE}\r\n`, 421],
    ['an empty Host', `GET / HTTP/1.1\r\nHost:\r\n${CLOSE}\r\n`, 421],
    ['two names', `GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n${CLOSE}\r\n`, 400],
    ['no Host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 421],
    [
      'both ways of framing',
      `POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`,
      400,
    ],
    [
      'two lengths',
      `POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a malformed path', `GET /%zz HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`, 400],
    ['an unknown method', `FETCH / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`, 400],
    [
      'another host in the path',
      `GET http://evil.test/api/nothing HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`,
      404,
    ],
    ['a tunnel', `CONNECT evil.test:443 HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`, 0],
  ])('%s gets a short answer and no second chance', async (_, text, status) => {
    const { port } = await startTestGateway();
    const received = await sendRaw(port, text);
    const [head = '', body = ''] = received.split('\r\n\r\n');
    if (status === 0) expect(received).toBe('');
    else expect(head.split(' ')[1]).toBe(String(status));
    if (status !== 0) expect(head).toMatch(/^cache-control: no-store\r?$/im);
    expect(received).not.toMatch(/node_modules|\.ts|\.js\b|HPE_|FST_|Error/);
    if (body !== '' && status !== 431) expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
    expect((await send(port, '/api/livedata/status')).status).toBe(200);
  });

  it('a body that nobody asked for is refused unread', async () => {
    const { port } = await startTestGateway();
    const headers = { 'content-type': 'application/json' };
    const answer = await send(port, '/api/nothing', { method: 'POST', headers, body: 'x'.repeat(50_000) });
    expect(answer.status).toBe(404);
    expect(answer.headers.connection).toBe('close');
    const withLength = { ...headers, 'content-length': '7' };
    const withBody = await send(port, '/api/livedata/status', { headers: withLength, body: '{"a":1}' });
    expect(withBody.status).toBe(200);
  });
});
