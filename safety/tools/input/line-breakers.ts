import { connect } from 'node:net';
import { ENDPOINTS, UPLOADS } from '@heliograph/contract';
import { originalBackup } from '@heliograph/testbed/gateway/original-backup.ts';
import type { TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, FORM_TYPE, formOf } from '@heliograph/testbed/gateway/upload-form.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';

/** What ends a line for one program or another, steers a terminal, or turns the direction of what follows. */
export const LINE_BREAKERS = [
  ...['\r', '\n', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f', '\u001b[2J\u001b[31m', '\u009b31m'],
  ...['\u001b]0;title\u0007', '\b\b\b', '\u007f', '\u202e', '\u2066', '\ufeff', '\0'],
] as const;

/** What the line behind a break would be taken for. */
export const FORGED = '2026-11-21T12:00:00.000Z error forged';

/** Each of them in names, addresses, headers, files and paths; nothing of it is checked here. */
export async function sayLineBreakers(
  { port, clock }: TestGateway,
  breakers: readonly string[],
): Promise<void> {
  for (const breaker of breakers) {
    const text = `x${breaker}${FORGED}`;
    for (const path of [`/api/${text}`, `/${text}`, `/api/config/get?file=${text}`]) {
      await send(port, encodeURI(path), { headers: login() });
    }
    await post(port, 'setNetworkConfig', { ...NETWORK, hostname: `x${breaker}y` });
    await post(port, 'setNtpConfig', { ...NTP, ntp_server: `x${breaker}y` });
    await post(port, 'addInverter', { serial: '114100000001', name: `a${breaker}b` });
    const part = { ...configPart(JSON.stringify({ ...originalBackup(), [text]: 1, wifi: { ip: text } })) };
    const form = formOf([{ ...part, fileName: text }]).toString();
    const headers = { ...login(), 'content-type': FORM_TYPE };
    for (const name of ['config.json', text]) {
      const path = `${UPLOADS.restoreConfig.path}?file=${encodeURIComponent(name)}`;
      await send(port, path, { method: 'POST', headers, body: form });
    }
    for (const encoding of ['latin1', 'utf8'] as const) await sayInHeaders(port, breaker, encoding);
    // A login with such a name; time passes, so that it is not refused unseen.
    await send(port, '/api/security/authenticate', { headers: login('wrong', text) });
    await clock.advanceAsync(1000);
  }
}

const NETWORK = {
  ...{ hostname: 'x', dhcp: true, ipaddress: '0.0.0.0', netmask: '0.0.0.0', gateway: '0.0.0.0' },
  ...{ dns1: '0.0.0.0', dns2: '0.0.0.0', ssid: '', password: '' },
};
const NTP = { ntp_server: 'x', ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };

function post(port: number, name: 'setNetworkConfig' | 'setNtpConfig' | 'addInverter', data: object) {
  const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ data: JSON.stringify(data) }).toString();
  return send(port, ENDPOINTS[name].path, { method: 'POST', headers, body });
}

const HEADERS = ['User-Agent', 'Origin', 'Referer', 'Cookie', 'X-Requested-With', 'Sec-WebSocket-Protocol'];

/** Requests and handshakes with it in each header, in the name of the host, in the method and in the address. */
async function sayInHeaders(port: number, breaker: string, encoding: 'latin1' | 'utf8'): Promise<void> {
  const value = `x${breaker}${FORGED}`;
  const authorization = `Authorization: ${login().authorization}\r\n`;
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aGVsaW9ncmFwaCB0ZXN0IQ==\r\n';
  const requests = [
    ...HEADERS.map(
      (name) =>
        `GET /api/livedata/status HTTP/1.1\r\nHost: localhost\r\n${name}: ${value}\r\n${authorization}`,
    ),
    ...HEADERS.map(
      (name) =>
        `GET /livedata HTTP/1.1\r\nHost: localhost\r\n${name}: ${value}\r\n${authorization}${upgrade}`,
    ),
    `GET /api/livedata/status HTTP/1.1\r\nHost: ${value}\r\n`,
    `GET /livedata HTTP/1.1\r\nHost: ${value}\r\n${upgrade}`,
    `GET /api/${value} HTTP/1.1\r\nHost: localhost\r\n`,
    `GET /${value} HTTP/1.1\r\nHost: localhost\r\n${upgrade}`,
    `G${value} / HTTP/1.1\r\nHost: localhost\r\n`,
  ];
  await Promise.all(requests.map((text) => sayRaw(port, Buffer.from(`${text}\r\n`, encoding))));
}

/** Resolves when the first answer is there, or the connection closed. */
function sayRaw(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.once('data', () => socket.destroy());
    socket.on('error', () => undefined); // its close tells
    socket.on('close', () => resolve());
  });
}
