import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { type AlertChannel, type AlertChannelKind, AlertChannelSchema } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { AlertMessage } from './alert.ts';
import { sendMail } from './mail.ts';
import { postOf, sendAlert } from './web-channels.ts';

const servers: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined); // the other side goes when it has had enough
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}`;

const channel = (kind: AlertChannelKind, change: Partial<AlertChannel> = {}): AlertChannel => ({
  ...{ id: 'c1', name: 'My way', kind, enabled: true, severity: 'note', address: '', port: 465 },
  ...{ security: 'tls', user: '', secret: '', target: '', sender: '', template: '', ...change },
});

const MESSAGE: AlertMessage = {
  ...{ title: 'Dach “Süd” antwortet nicht', text: 'Seit 10:00.\nZwei Zeilen.', severity: 'urgent' },
  ...{ rule: 'silent', state: 'open', atS: 1_790_000_000 },
};

/** What somebody may have called an inverter. */
const HOSTILE: AlertMessage = {
  ...MESSAGE,
  title: 'x\r\nBcc: evil@example.org\r\n\r\n<b onload=alert(1)>*_[a](b) {message} "} @everyone',
  text: '.\r\nQUIT\r\n</script>{title}',
};

type WebKind = Exclude<AlertChannelKind, 'mqtt' | 'mail'>;

interface Heard {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a service gets of a message. */
async function heard(
  kind: WebKind,
  change: (address: string) => Partial<AlertChannel>,
  message = MESSAGE,
): Promise<Heard> {
  let found: Heard | undefined;
  const address = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, headers } = request;
      found = { url, headers, body: Buffer.concat(chunks).toString() };
      response.end('{}');
    });
  });
  const post = postOf(kind, channel(kind, change(address)), message);
  if (post === undefined) throw new Error('it is no address');
  expect(await sendAlert(post, createVirtualClock(), new AbortController().signal)).toBeUndefined();
  if (found === undefined) throw new Error('nothing came');
  return found;
}

describe('a service gets a message as it documents it', () => {
  it('ntfy', async () => {
    const { url, headers, body } = await heard('ntfy', (address) => ({
      address,
      target: 'roof',
      secret: 'tk_1',
    }));
    expect(url).toBe('/');
    expect(headers.authorization).toBe('Bearer tk_1');
    expect(JSON.parse(body)).toEqual({
      ...{ topic: 'roof', title: MESSAGE.title, message: MESSAGE.text, priority: 4, tags: ['warning'] },
    });
  });

  it('Gotify, below a path', async () => {
    const { url, headers, body } = await heard('gotify', (address) => ({
      address: `${address}/g/`,
      secret: 'A1',
    }));
    expect([url, headers['x-gotify-key']]).toEqual(['/g/message', 'A1']);
    expect(JSON.parse(body)).toEqual({ title: MESSAGE.title, message: MESSAGE.text, priority: 8 });
  });

  it('Pushover', async () => {
    const { url, body } = await heard('pushover', (address) => ({ address, target: 'u1', secret: 't1' }));
    expect(url).toBe('/1/messages.json');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      ...{ token: 't1', user: 'u1', title: MESSAGE.title, message: MESSAGE.text, priority: '1' },
    });
  });

  it('Telegram, without any markup', async () => {
    const { url, body } = await heard('telegram', (address) => ({
      address,
      target: '-100',
      secret: '12:ab/c',
    }));
    expect(url).toBe('/bot12:ab%2Fc/sendMessage');
    expect(JSON.parse(body)).toEqual({
      ...{ chat_id: '-100', text: `${MESSAGE.title}\n${MESSAGE.text}` },
      link_preview_options: { is_disabled: true },
    });
  });

  it('Home Assistant', async () => {
    const { url, headers, body } = await heard('home-assistant', (address) => ({
      ...{ address, target: 'mobile_app_x', secret: 'long' },
    }));
    expect([url, headers.authorization]).toEqual(['/api/services/notify/mobile_app_x', 'Bearer long']);
    expect(JSON.parse(body)).toEqual({ title: MESSAGE.title, message: MESSAGE.text });
  });

  it('a webhook, by its template or as JSON', async () => {
    const template = '{"text": "{title}: {message}", "other": "{unknown}"}';
    const slack = await heard('webhook', (address) => ({ address: `${address}/hook?key=1`, template }));
    expect([slack.url, slack.headers['content-type']]).toEqual(['/hook?key=1', 'application/json']);
    expect(JSON.parse(slack.body)).toEqual({ text: `${MESSAGE.title}: ${MESSAGE.text}`, other: '{unknown}' });
    const plain = await heard('webhook', (address) => ({ address, user: 'me', secret: 'pw' }));
    expect(plain.headers.authorization).toBe(`Basic ${btoa('me:pw')}`);
    expect(JSON.parse(plain.body)).toMatchObject({ title: MESSAGE.title, state: 'open', rule: 'silent' });
  });
});

describe('a hostile text', () => {
  it.each<[WebKind, Partial<AlertChannel>]>([
    ['ntfy', { target: 'roof' }],
    ['gotify', { secret: 't' }],
    ['pushover', { target: 'u', secret: 't' }],
    ['telegram', { target: '1', secret: 't' }],
    ['home-assistant', { target: 'x', secret: 't' }],
    ['webhook', { template: '{"text":"{title} {message}"}' }],
  ])('is data of %s: no header, no field and no further placeholder', async (kind, change) => {
    const plain = await heard(kind, (address) => ({ address, ...change }));
    const odd = await heard(kind, (address) => ({ address, ...change }), HOSTILE);
    expect(Object.keys(odd.headers)).toEqual(Object.keys(plain.headers));
    const fieldsOf = ({ headers, body }: Heard): Readonly<Record<string, unknown>> =>
      headers['content-type'] === 'application/json'
        ? JSON.parse(body)
        : Object.fromEntries(new URLSearchParams(body));
    expect(Object.keys(fieldsOf(odd))).toEqual(Object.keys(fieldsOf(plain)));
    const texts = Object.values(fieldsOf(odd)).join(' ');
    expect(texts).toContain('{message}');
    expect(texts).toContain('{title}');
  });
});

describe('a channel that is no good', () => {
  async function tried(listener: RequestListener, clock = createVirtualClock()) {
    const post = postOf('webhook', channel('webhook', { address: await serve(listener) }), MESSAGE);
    if (post === undefined) throw new Error('it is no address');
    return { sent: sendAlert(post, clock, new AbortController().signal), clock };
  }

  it.each([
    [301, 'redirect'],
    [400, 'refused'],
    [401, 'login'],
    [403, 'login'],
    [404, 'refused'],
    [429, 'throttled'],
    [500, 'fault'],
    [503, 'fault'],
  ])('answers %d', async (status, problem) => {
    const { sent } = await tried((_request, response) =>
      response.writeHead(status, { location: '/x' }).end(),
    );
    expect(await sent).toBe(problem);
  });

  it('is not followed to another address', async () => {
    const asked: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      asked.push(request.url);
      response.end();
    });
    const { sent } = await tried((_request, response) => response.writeHead(307, { location: other }).end());
    expect(await sent).toBe('redirect');
    expect(asked).toEqual([]);
  });

  it('hangs, and is let go after ten seconds', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { sent, clock } = await tried(() => isAsked());
    await asked;
    clock.advance(9999);
    expect(await Promise.race([sent, 'waits'])).toBe('waits');
    clock.advance(1);
    expect(await sent).toBe('timeout');
  });

  it('sends without end, and is cut off; it has taken the message all the same', async () => {
    let bytes = 0;
    const chunk = Buffer.alloc(65_536);
    const { sent } = await tried((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed) {
          bytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    });
    expect(await sent).toBeUndefined();
    expect(bytes).toBeLessThan(16 * 1024 * 1024);
  });

  it('is not there', async () => {
    const port = await listen(createTcpServer());
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    const post = postOf('webhook', channel('webhook', { address: `http://127.0.0.1:${port}` }), MESSAGE);
    if (post === undefined) throw new Error('it is no address');
    expect(await sendAlert(post, createVirtualClock(), new AbortController().signal)).toBe('unreachable');
  });

  it('is given up at once when the gateway ends', async () => {
    const aborter = new AbortController();
    const post = postOf('webhook', channel('webhook', { address: await serve(() => undefined) }), MESSAGE);
    if (post === undefined) throw new Error('it is no address');
    const sent = sendAlert(post, createVirtualClock(), aborter.signal);
    aborter.abort();
    expect(await sent).toBe('unreachable');
  });
});

interface MailServer {
  readonly port: number;
  /** All that came, and what of it were commands. */
  readonly lines: readonly string[];
  readonly commands: readonly string[];
}

/** Speaks just enough SMTP; `answers` are for the first word of a line. */
async function mailServer(answers: Readonly<Record<string, string>> = {}): Promise<MailServer> {
  const lines: string[] = [];
  const commands: string[] = [];
  const server = createTcpServer((socket) => {
    let isData = false;
    let rest = '';
    const answer = (line: string) => {
      if (isData) {
        isData = line !== '.';
        if (!isData) socket.write('250 taken\r\n');
        return;
      }
      commands.push(line);
      const [word = ''] = line.toUpperCase().split(/[ :]/);
      isData = word === 'DATA' && answers.DATA === undefined;
      const usual = {
        EHLO: '250-here\r\n250 AUTH PLAIN',
        DATA: '354 go on',
        QUIT: '221 bye',
        AUTH: '235 in',
      };
      socket.write(`${answers[word] ?? usual[word as keyof typeof usual] ?? '250 ok'}\r\n`);
    };
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        answer(line);
      }
    });
    socket.write('220 here\r\n');
  });
  return { port: await listen(server), lines, commands };
}

const mail = (port: number, change: Partial<AlertChannel> = {}) =>
  channel('mail', {
    ...{ address: '127.0.0.1', port, security: 'none', sender: 'roof@example.org' },
    ...{ target: 'me@example.org, you@example.org', ...change },
  });

const sent = (to: AlertChannel, message = MESSAGE, clock = createVirtualClock()) =>
  sendMail(to, message, clock, new AbortController().signal);

describe('a mail', () => {
  it('is sent to all, with the login, and says that no person wrote it', async () => {
    const { port, lines } = await mailServer();
    expect(await sent(mail(port, { user: 'me', secret: 'pw' }))).toBeUndefined();
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<me@example.org>',
      'RCPT TO:<you@example.org>',
    ]);
    expect(lines).toContain(`AUTH PLAIN ${btoa('\0me\0pw')}`);
    expect(lines).toContain('Auto-Submitted: auto-generated');
  });

  it('of a hostile name has no header and no recipient more', async () => {
    const { port, lines, commands } = await mailServer();
    expect(await sent(mail(port), HOSTILE)).toBeUndefined();
    expect(commands.filter((line) => /^(RCPT|Bcc|EHLO|MAIL|DATA)/i.test(line))).toEqual([
      expect.stringMatching(/^EHLO/),
      'MAIL FROM:<roof@example.org>',
      'RCPT TO:<me@example.org>',
      'RCPT TO:<you@example.org>',
      'DATA',
    ]);
    expect(lines.filter((line) => /^Bcc/i.test(line))).toEqual([]);
    expect(lines).toContain('..');
  });

  it.each([
    [{ AUTH: '535 no' }, 'login'],
    [{ RCPT: '550 nobody' }, 'refused'],
    [{ MAIL: '451 later' }, 'throttled'],
    [{ EHLO: 'x', HELO: 'x' }, 'fault'],
  ] as const)('is not taken where the server answers %j', async (answers, problem) => {
    const { port } = await mailServer(answers);
    expect(await sent(mail(port, { user: 'me', secret: 'pw' }))).toBe(problem);
  });

  it('is not sent without the encryption that its owner wants', async () => {
    const { port, lines } = await mailServer({ STARTTLS: '502 not here' });
    expect(await sent(mail(port, { security: 'starttls', user: 'me', secret: 'pw' }))).toBe('certificate');
    expect(lines.join()).not.toContain('AUTH PLAIN');
  });

  it('waits no longer than 14 seconds for a server that hangs', async () => {
    let isThere = () => {};
    const connected = new Promise<void>((resolve) => {
      isThere = resolve;
    });
    const port = await listen(createTcpServer(() => isThere()));
    const clock = createVirtualClock();
    const sending = sent(mail(port), MESSAGE, clock);
    await connected;
    clock.advance(14_000);
    expect(await sending).toBe('timeout');
  });

  it('reads no greeting without end', async () => {
    let bytes = 0;
    const chunk = Buffer.alloc(65_536, 'x');
    const server = createTcpServer((socket) => {
      const more = () => {
        while (!socket.destroyed) {
          bytes += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', more);
        }
      };
      more();
    });
    expect(await sent(mail(await listen(server)))).toBeDefined();
    expect(bytes).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('a channel is checked', () => {
  const isGood = (one: AlertChannel) => AlertChannelSchema.safeParse(one).success;

  it.each<[AlertChannel, boolean]>([
    [channel('ntfy', { target: 'my-roof' }), true],
    [channel('ntfy', { target: 'my roof' }), false],
    [channel('ntfy', { target: 'a/../b' }), false],
    [channel('telegram', { target: '-1001234', secret: 'x' }), true],
    [channel('telegram', { target: 'me' }), false],
    [channel('home-assistant', { address: 'http://ha.local:8123', target: 'mobile_app_x' }), true],
    [channel('home-assistant', { address: 'http://ha.local:8123', target: '../x' }), false],
    [channel('home-assistant', { target: 'x' }), false],
    [channel('webhook', { address: 'https://[fd00::1]:8443/a?b=c' }), true],
    [channel('webhook', { address: 'https://user:pw@example.org' }), false],
    [channel('webhook', { address: 'file:///etc/passwd' }), false],
    [channel('mqtt', { target: 'house/alerts' }), true],
    [channel('mqtt', { target: 'house/#' }), false],
    [mail(25), true],
    [mail(25, { target: 'me@example.org\r\nDATA' }), false],
    [mail(25, { target: 'a@b,c@d,e@f,g@h,i@j,k@l' }), false],
    [mail(25, { sender: 'x' }), false],
    [mail(25, { address: 'http://mail' }), false],
  ])('%j: %s', (one, isFit) => {
    expect(isGood(one)).toBe(isFit);
  });
});
