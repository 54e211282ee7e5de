import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { afterEach, describe, expect, it } from 'vitest';
import { connectBroker } from './broker.ts';
import type { Log } from './log.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const ends: (() => Promise<void> | void)[] = [];

/** A node with one user; `publish` is what sites say to it. */
async function startNode() {
  const node = await Aedes.createBroker();
  node.authenticate = (_, user, password, done) =>
    done(null, user === 'fleet' && password?.toString() === 'p:w');
  const server = createServer(node.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  let isFull = false;
  let isNextTurnedAway = false;
  const seen = { turnedAway: 0, entered: 0 };
  node.preConnect = (_, __, done) => {
    const isRefused = isFull || isNextTurnedAway;
    isNextTurnedAway = false;
    seen[isRefused ? 'turnedAway' : 'entered'] += 1;
    done(isRefused ? new Error('no room') : null, !isRefused);
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      node.close(() => server.close(() => resolve()));
    });
  ends.push(stop);
  return {
    seen,
    turnAwayOne: () => {
      isNextTurnedAway = true;
    },
    setFull: (next: boolean) => {
      isFull = next;
    },
    ...{ port, stop, url: new URL(`mqtt://fleet:p%3Aw@127.0.0.1:${port}`) },
    publish: (topic: string, payload: string, retain = false) =>
      new Promise<void>((resolve) => {
        const packet = {
          cmd: 'publish',
          qos: 0,
          dup: false,
          topic,
          payload: Buffer.from(payload),
          retain,
        } as const;
        node.publish(packet, () => resolve());
      }),
  };
}

const follow = (...addresses: URL[]) => followTrying(60_000, ...addresses);

/** Tries so often whether somebody new gets in. */
function followTrying(tryMs: number, ...addresses: URL[]) {
  const heard: string[] = [];
  const warnings: string[] = [];
  const log: Log = { ...silent, warn: (message) => warnings.push(message) };
  const broker = connectBroker({
    ...{ addresses, log, nowMs: Date.now, tryMs },
    book: {
      takeSummary: (id, payload) => heard.push(`${id} ${Buffer.from(payload)}`),
      takeStatus: (id, payload) => heard.push(`${id} is ${Buffer.from(payload)}`),
    },
  });
  ends.push(broker.stop);
  return { broker, heard, warnings };
}

describe('the broker', () => {
  afterEach(async () => {
    for (const end of ends.reverse().splice(0)) await end();
  });

  it('tells what sites say, who is there, and nothing that it has kept of a summary', async () => {
    const node = await startNode();
    await node.publish('sites/barn/site', 'old', true);
    await node.publish('sites/barn/dtu/status', 'offline', true);
    const { broker, heard } = follow(node.url);
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
    await expect.poll(() => heard).toEqual(['barn is offline']);
    await node.publish('sites/barn/site', 'new');
    await node.publish('sites/barn/dtu/name', 'x');
    await node.publish('sites/a/b/site', 'x');
    await node.publish('sites/mill/dtu/status', 'online');
    await expect.poll(() => heard.slice(1)).toEqual(['barn new', 'mill is online']);
  });

  it('is the next node where one has gone', async () => {
    const [one, other] = [await startNode(), await startNode()];
    const { broker, heard } = follow(one.url, other.url);
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
    await one.stop();
    await expect.poll(() => broker.failingSinceMs()).toBeTypeOf('number');
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
    await other.publish('sites/barn/site', 'here');
    await expect.poll(() => heard).toEqual(['barn here']);
  });

  it('is away where it lets in nobody more, though this page is connected', async () => {
    const node = await startNode();
    const { broker, heard } = followTrying(50, node.url);
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
    node.setFull(true);
    await expect.poll(() => broker.failingSinceMs()).toBeTypeOf('number');
    await node.publish('sites/barn/site', 'still heard');
    await expect.poll(() => heard).toEqual(['barn still heard']);
    node.setFull(false);
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
  });

  it('says which other node lets in nobody more, while this page hears all', async () => {
    const [one, other] = [await startNode(), await startNode()];
    const { broker, warnings } = followTrying(50, one.url, other.url);
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
    other.setFull(true);
    await expect.poll(() => broker.nodeFailingSinceMs()).toBeTypeOf('number');
    expect([broker.failingSinceMs(), warnings.length]).toEqual([undefined, 1]);
    other.setFull(false);
    await expect.poll(() => broker.nodeFailingSinceMs()).toBeUndefined();
    await other.stop();
    await expect.poll(() => broker.nodeFailingSinceMs()).toBeTypeOf('number');
  });

  it('tells once more who is there, for whom did not know the sites before', async () => {
    const node = await startNode();
    await node.publish('sites/barn/dtu/status', 'offline', true);
    const { broker, heard } = follow(node.url);
    await expect.poll(() => heard).toEqual(['barn is offline']);
    broker.readKept();
    await expect.poll(() => heard).toEqual(['barn is offline', 'barn is offline']);
  });

  it('is not away for one visit alone that failed', async () => {
    const node = await startNode();
    const { broker, warnings } = followTrying(50, node.url);
    await expect.poll(() => broker.failingSinceMs()).toBeUndefined();
    node.turnAwayOne();
    await expect.poll(() => node.seen.turnedAway).toBe(1);
    const { entered } = node.seen;
    await expect.poll(() => node.seen.entered).toBeGreaterThan(entered + 1);
    expect([warnings, broker.failingSinceMs()]).toEqual([[], undefined]);
  });

  it('is away for a user that it does not know', async () => {
    const { url } = await startNode();
    url.password = 'wrong';
    const { broker, warnings } = follow(url);
    await expect.poll(() => warnings).not.toEqual([]);
    expect(broker.failingSinceMs()).toBeTypeOf('number');
  });
});
