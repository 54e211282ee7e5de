import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { askNats, INBOX } from './ask-nats.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const INFO = {
  server_id: 'N',
  server_name: 'n',
  version: '2.9.10',
  proto: 1,
  max_payload: 65_536,
  headers: true,
};

type Answer = (subject: string, body: string) => string | undefined;

/** A node that answers each question with what `answer` gives for its subject and body; undefined: not at all. */
async function startNode(answer: Answer, refusal?: string) {
  const seen = { logins: [] as string[], inboxes: [] as string[] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const say = (text: string) => socket.write(`${text}\r\n`);
    let question: readonly string[] | undefined;

    function answerTo([subject = '', inbox = '']: readonly string[], body: string): void {
      seen.inboxes.push(inbox);
      const told = answer(subject, body);
      if (told !== undefined) say(`MSG ${inbox} 1 ${Buffer.byteLength(told)}\r\n${told}`);
    }
    function hear(word: string, rest: readonly string[]): void {
      if (word === 'PUB') question = rest;
      if (word === 'CONNECT') seen.logins.push(rest.join(' '));
      if (word === 'PING') say(refusal === undefined ? 'PONG' : `-ERR '${refusal}'`);
    }
    say(`INFO ${JSON.stringify(INFO)}`);
    createInterface(socket).on('line', (line) => {
      const [word = '', ...rest] = line.split(' ');
      if (question === undefined) return hear(word, rest);
      answerTo(question, line);
      question = undefined;
    });
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
  it('is asked with the login of the address, and each has its own answer', async () => {
    const { seen, url } = await startNode((subject, body) => JSON.stringify({ subject, body }));
    const answers = await askNats(
      url,
      (ask) => Promise.all([ask('one'), ask('two', { some: 'thing' })]),
      5000,
    );
    expect(answers).toEqual([
      { subject: 'one', body: '' },
      { subject: 'two', body: '{"some":"thing"}' },
    ]);
    expect(JSON.parse(seen.logins[0] ?? '')).toMatchObject({ user: 'Stores', pass: 'p:w' });
    // Where the permissions of this login allow it to listen.
    expect(seen.inboxes.filter((inbox) => !inbox.startsWith(`${INBOX}.`))).toEqual([]);
  });

  it('fails with what the node says against it', async () => {
    const { url } = await startNode(() => '{}', 'Authorization Violation');
    await expect(askNats(url, (ask) => ask('one'), 5000)).rejects.toThrow('Authorization Violation');
  });

  it('fails where no answer comes in time, or the node goes meanwhile', async () => {
    const silent = await startNode(() => undefined);
    await expect(askNats(silent.url, (ask) => ask('one'), 50)).rejects.toThrow('timeout');
    const dying = await startNode(() => {
      for (const end of ends.splice(0)) end();
      return undefined;
    });
    await expect(askNats(dying.url, (ask) => ask('one'), 60_000)).rejects.toThrow('closed');
  });

  it('fails where nobody answers', async () => {
    const { server, url } = await startNode(() => undefined);
    server.close();
    await once(server, 'close');
    await expect(askNats(url, (ask) => ask('one'), 5000)).rejects.toThrow(/refused/i);
  });
});
