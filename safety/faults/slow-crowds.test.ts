import { setTimeout as wait } from 'node:timers/promises';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { openRawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRow } from '../plan/row.ts';
import { heldConnections } from '../tools/network/held-connections.ts';
import { openSlowClient, type SlowClient, type SlowKind } from '../tools/network/slow-client.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';

const row = openRow('F20');
const CLIENTS = 500;
const LIVE_DATA = '/api/livedata/status';

/** A household that goes on reading while others are slow. */
function startOthers({ port }: GatewayProcess) {
  const tookMs: number[] = [];
  let failures = 0;
  let isOver = false;
  async function ask(): Promise<void> {
    while (!isOver) {
      const startMs = performance.now();
      const status = await send(port, LIVE_DATA, { from: '127.9.9.9' }).then(
        (answer) => answer.status,
        () => 0,
      );
      tookMs.push(performance.now() - startMs);
      if (status !== 200) failures += 1;
      await wait(50);
    }
  }
  const asking = ask();
  return async () => {
    isOver = true;
    await asking;
    tookMs.sort((a, b) => a - b);
    return { asked: tookMs.length, failures, p99Ms: tookMs[Math.floor(tookMs.length * 0.99)] ?? 0 };
  };
}

/** Each comes from an address of its own, so that the budget of requests is not what ends it. */
const addressOf = (kind: number, number: number) => `127.${20 + kind}.${number >> 7}.${1 + (number & 127)}`;

interface Crowd {
  readonly kind: SlowKind;
  readonly atMostS: number;
  /** In all, and at a time; two crowds come together, and the gateway has room for 256 connections. */
  readonly clients: number;
  readonly atOnce: number;
}

/** How often it is looked who is still there. */
const TURNS_PER_SECOND = 4;

interface Held {
  readonly client: SlowClient;
  readonly sinceMs: number;
}

/** Keeps a crowd of one kind there until so many were closed; resolves with the seconds that the longest was held. */
async function hold(port: number, { kind, clients, atOnce }: Crowd, kindNumber: number): Promise<number> {
  let opened = 0;
  let longestMs = 0;
  let held: readonly Held[] = [];
  for (let turn = 0; opened < clients || held.length > 0; turn++) {
    for (; held.length < atOnce && opened < clients; opened++) {
      const client = await openSlowClient(kind, port, addressOf(kindNumber, opened));
      held = [...held, { client, sinceMs: performance.now() }];
    }
    if (turn % TURNS_PER_SECOND === 0) for (const { client } of held) client.drip();
    await wait(1000 / TURNS_PER_SECOND);
    const peers = heldConnections(port);
    const [still, over] = [true, false].map((is) =>
      held.filter(({ client: { socket } }) => peers.has(`${socket.localAddress}:${socket.localPort}`) === is),
    );
    for (const { client, sinceMs } of over ?? []) {
      longestMs = Math.max(longestMs, performance.now() - sinceMs);
      client.socket.destroy();
    }
    held = still ?? [];
  }
  return longestMs / 1000;
}

const crowdOf = (kind: SlowKind, atMostS: number) => ({ kind, atMostS, clients: CLIENTS, atOnce: 110 });
const CROWDS: readonly (readonly Crowd[])[] = [
  [crowdOf('headers', 10), crowdOf('body', 20)],
  // Twenty, the second in which it is noticed, and what timers and this test add to it.
  [crowdOf('upload', 22), crowdOf('body in chunks', 20)],
  [crowdOf('headers after an answer', 10), crowdOf('empty lines after an answer', 22)],
  // Each holds megabytes of the system's buffers, and to fill them takes hundreds of requests.
  [{ kind: 'reading what the budget gives', atMostS: 60, clients: 100, atOnce: 25 }],
];

const STATUS_LINE = 'HTTP/1.1 ';

/** Sends a thousand requests at once; tells how many were answered. */
async function pipeline(port: number, from: string): Promise<number> {
  const request = `GET ${LIVE_DATA} HTTP/1.1\r\nHost: localhost\r\n`;
  const client = await openRawConnection(port, { from });
  let answers = 0;
  let tail = '';
  client.socket.on('data', (piece: Buffer) => {
    const parts = `${tail}${piece.toString('latin1')}`.split(STATUS_LINE);
    answers += parts.length - 1;
    tail = (parts.at(-1) ?? '').slice(1 - STATUS_LINE.length);
  });
  client.socket.write(`${`${request}\r\n`.repeat(999)}${request}Connection: close\r\n\r\n`);
  await client.closed;
  client.socket.destroy();
  return answers;
}

/** A form that comes in chunks of a byte. */
async function sendInBytes(port: number, from: string): Promise<boolean> {
  const client = await openRawConnection(port, { from });
  client.socket.write(`POST ${LIVE_DATA}x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
  client.socket.write(`${'1\r\nx\r\n'.repeat(5000)}0\r\n\r\n`);
  await client.closed;
  client.socket.destroy();
  return client.received().startsWith('HTTP/1.1 404 ');
}

async function inTurns<T>(work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const one = async () => {
    while (next < CLIENTS) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: 20 }, one));
  return results;
}

describe.runIf(row.isNightly)('crowds of slow clients at a whole gateway', { timeout: 1_200_000 }, () => {
  it('are closed in time, and others do not feel them', async () => {
    const gateway = await startGatewayProcess({ scenario: 'ten-inverters', seed: row.seed });
    onTestFinished(gateway.dispose);
    const { port } = gateway;
    const end = startOthers(gateway);
    for (const [number, crowds] of CROWDS.entries()) {
      const held = await Promise.all(crowds.map((crowd, index) => hold(port, crowd, 2 * number + index)));
      for (const [index, { kind, atMostS, clients }] of crowds.entries()) {
        const value = Math.round((held[index] ?? 0) * 10) / 10;
        const figure = { unit: 's', goal: { atMost: atMostS }, isTimed: true } as const;
        row.figure({ ...figure, what: `${clients} slow at ${kind}: the last one closed after`, value });
      }
    }
    const answers = await inTurns((number) => pipeline(port, addressOf(8, number)));
    const short = answers.filter((count) => count !== 1000).length;
    row.figure({ what: '1,000 requests at once not all answered', value: short, goal: { exactly: 0 } });
    const isAnswered = await inTurns((number) => sendInBytes(port, addressOf(9, number)));
    const unanswered = isAnswered.filter((is) => !is).length;
    row.figure({ what: 'bodies byte by byte not answered', value: unanswered, goal: { exactly: 0 } });
    const { asked, failures, p99Ms } = await end();
    row.figure({ what: `others, asking ${asked} times, failed`, value: failures, goal: { exactly: 0 } });
    const value = Math.round(p99Ms);
    row.figure({ what: 'others answered, p99', value, unit: 'ms', goal: { below: 200 }, isTimed: true });
    const { rssBytes } = await gateway.figures();
    row.figure({
      what: 'memory afterwards',
      value: Math.round(rssBytes / 2 ** 20),
      unit: 'MB',
      goal: { atMost: 200 },
    });
    expect(gateway.isRunning()).toBe(true);
  });
});
