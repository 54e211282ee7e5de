import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askNats } from './nats-requests.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Answers each question with what `answer` gives for its subject and body, in pieces of one byte. */
async function startNode(answer: (subject: string, body: string) => string | undefined) {
  const seen = { logins: [] as string[], pongs: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const say = (text: string) => {
      for (const byte of Buffer.from(text)) socket.write(Buffer.from([byte]));
    };
    say('INFO {"server_name":"n"}\r\nPING\r\n');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      for (let found = next(); found !== undefined; found = next()) {
        const [subject, inbox, body] = found;
        const told = answer(subject, body);
        if (told?.startsWith('-ERR')) say(`${told}\r\n`);
        else if (told !== undefined) say(`MSG ${inbox} 1 ${Buffer.byteLength(told)}\r\n${told}\r\n`);
      }
    });
    function next(): [string, string, string] | undefined {
      const [whole, login] = /^CONNECT (.*)\r\n/.exec(text) ?? [];
      if (login !== undefined) seen.logins.push(login);
      text = text.slice(whole?.length ?? 0).replace(/^SUB .*\r\n/, '');
      if (text.startsWith('PONG\r\n')) {
        seen.pongs += 1;
        text = text.slice(6);
      }
      const [all, subject = '', inbox = '', body = ''] = /^PUB (\S+) (\S+) \d+\r\n(.*)\r\n/.exec(text) ?? [];
      if (all === undefined) return undefined;
      text = text.slice(all.length);
      return [subject, inbox, body];
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { seen, server, url: new URL(`nats://Stores:p%3Aw@127.0.0.1:${port}`) };
}

describe('a question to NATS', () => {
  it('is asked with the login of the address, and has its own answer, however that comes', async () => {
    const { seen, url } = await startNode((subject, body) =>
      JSON.stringify({ subject, body, sign: 'ß\r\n' }),
    );
    const answers = await askNats(
      url,
      (ask) => Promise.all([ask('one'), ask('two', { some: 'thing' })]),
      5000,
    );
    expect(answers).toEqual([
      { subject: 'one', body: '', sign: 'ß\r\n' },
      { subject: 'two', body: '{"some":"thing"}', sign: 'ß\r\n' },
    ]);
    expect(JSON.parse(seen.logins[0] ?? '')).toMatchObject({ user: 'Stores', pass: 'p:w' });
    expect(seen.pongs).toBe(1);
  });

  it('fails with what the node says against it', async () => {
    const { url } = await startNode(() => "-ERR 'Authorization Violation'");
    await expect(askNats(url, (ask) => ask('one'), 5000)).rejects.toThrow('Authorization Violation');
  });

  it('fails where no answer comes in time, or one that has no end', async () => {
    const silent = await startNode(() => undefined);
    await expect(askNats(silent.url, (ask) => ask('one'), 50)).rejects.toThrow('in time');
    const endless = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(Buffer.alloc(2 ** 21, 'x'));
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    ends.push(() => endless.close());
    const { port } = endless.address() as AddressInfo;
    const asking = askNats(new URL(`nats://127.0.0.1:${port}`), (ask) => ask('one'), 5000);
    await expect(asking).rejects.toThrow('too large');
  });

  it('fails where nobody answers', async () => {
    const { server, url } = await startNode(() => undefined);
    server.close();
    await once(server, 'close');
    await expect(askNats(url, (ask) => ask('one'), 5000)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
