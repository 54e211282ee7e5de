import { connect } from 'node:net';
import {
  BARN,
  createIntruders,
  FLEET,
  isGranted,
  listen,
  MILL,
  settle,
  WALLS_PASSWORD,
} from '@heliograph/testbed/fleet/broker-walls.ts';
import {
  fleetFolder,
  NATS_SERVER,
  type NatsCluster,
  startNats,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokerUser, fleetUser, siteUser, usersFile } from '../../src/broker-users.ts';
import { hashSitePassword } from '../../src/secrets.ts';

let folder: Awaited<ReturnType<typeof fleetFolder>> | undefined;
let nats: NatsCluster | undefined;
let users: readonly BrokerUser[] = [];
let intruders: ReturnType<typeof createIntruders> | undefined;

beforeAll(async () => {
  if (NATS_SERVER === undefined) return;
  const hash = await hashSitePassword(WALLS_PASSWORD);
  users = [siteUser('mill', hash), siteUser('barn', hash), fleetUser('fleet', hash)];
  folder = await fleetFolder();
  nats = await startNats(folder.folder, usersFile(users));
  intruders = createIntruders(nats);
});
afterAll(async () => {
  intruders?.stop();
  await nats?.stop();
  await folder?.remove();
});

const enter: ReturnType<typeof createIntruders>['enter'] = (...call) => {
  if (intruders === undefined) throw new Error('there is no broker');
  return intruders.enter(...call);
};
const breaches = async (node: number) => (await intruders?.breaches(node)) ?? ['nothing was tried'];

/** What the port of NATS itself, which deploy/fleet shows to nobody, answers to a login with its own protocol. */
async function enterOverNats({
  username,
  password,
}: {
  readonly username: string;
  readonly password: string;
}) {
  const socket = connect(nats?.nodes[0]?.natsPort ?? 0, '127.0.0.1');
  const login = {
    user: username,
    pass: password,
    verbose: false,
    pedantic: false,
    lang: 'test',
    version: '1',
  };
  socket.write(`CONNECT ${JSON.stringify(login)}\r\nPING\r\n`);
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (/PONG|-ERR/.test(answer)) break;
  }
  socket.destroy();
  return /PONG|-ERR.*/.exec(answer)?.[0];
}

describe.skipIf(NATS_SERVER === undefined)('a site at the broker', () => {
  it.each([0, 1, 2])('cannot read or write what is not its own, at node %i', async (node) => {
    expect(await breaches(node)).toEqual([]);
  });

  it.each([0, 1, 2])('is heard by the fleet page and hears its own orders, at node %i', async (node) => {
    const fleet = await enter((node + 1) % 3, FLEET);
    const heard = listen(fleet);
    await fleet.subscribeAsync(['sites/+/site', 'sites/+/dtu/status']);
    const mill = await enter(node, MILL);
    const orders = listen(mill);
    await mill.subscribeAsync(['sites/mill/+/cmd/power', 'sites/mill/group/+/cmd/cap']);
    const other = await enter((node + 2) % 3, MILL);
    // Until the nodes have told each other who listens, what is said goes nowhere; it is not acknowledged.
    await eventually(
      async () => {
        await other.publishAsync('sites/mill/114182730124/cmd/power', '1');
        await mill.publishAsync('sites/mill/site', 'summary');
        await mill.publishAsync('sites/mill/dtu/status', 'online', { retain: true });
        expect(orders).toContain('sites/mill/114182730124/cmd/power 1');
        expect(heard).toEqual(
          expect.arrayContaining(['sites/mill/site summary', 'sites/mill/dtu/status online']),
        );
      },
      { everyMs: 100 },
    );
    for (const client of [fleet, mill, other]) client.end(true);
  });

  it('that goes away by itself is told by the broker, in its own name', async () => {
    const fleet = await enter(0, FLEET);
    const heard = listen(fleet);
    await fleet.subscribeAsync('sites/+/dtu/status');
    const will = {
      topic: 'sites/mill/dtu/status',
      payload: Buffer.from('offline'),
      qos: 2 as const,
      retain: true,
    };
    const mill = await enter(1, MILL, { will });
    mill.stream.destroy();
    await eventually(() => heard.includes('sites/mill/dtu/status offline'));
  });

  it('cannot publish as the fleet page, which only reads', async () => {
    const barn = await enter(0, BARN);
    const heard = listen(barn);
    await barn.subscribeAsync('sites/barn/#');
    await settle();
    heard.length = 0;
    const fleet = await enter(1, FLEET);
    await Promise.race([
      fleet.publishAsync('sites/barn/114182730124/cmd/power', '0', { qos: 1 }).catch(() => undefined),
      settle(500),
    ]);
    await settle();
    expect(heard).toEqual([]);
    expect(await isGranted(fleet, 'sites/barn/#', 0)).toBe(false);
  });

  it('with the name of the connection of another one gets nothing of what that one has asked for', async () => {
    const barn = await enter(0, BARN, { clientId: 'OpenDTU-barn', clean: false });
    await barn.subscribeAsync('sites/barn/#');
    const mill = await enter(1, MILL, { clientId: 'OpenDTU-barn', clean: false }).catch(() => undefined);
    const heard = mill === undefined ? [] : listen(mill);
    const other = await enter(2, BARN);
    await other.publishAsync('sites/barn/site', 'secret', { qos: 1 });
    await settle(1000);
    expect(heard).toEqual([]);
  });

  it('cannot have the broker keep what it has not read yet, and so not fill it with such wishes', async () => {
    for (const who of [BARN, FLEET]) {
      const client = await enter(0, who);
      expect(await isGranted(client, 'sites/barn/site', 1), who.username).toBe(false);
    }
  });

  it('with another password, without one, or with a name that nobody has, does not get in', async () => {
    const strangers = [
      { username: 'mill', password: 'wrong' },
      { username: 'mill' },
      { username: 'nobody', password: WALLS_PASSWORD },
      {},
    ];
    const outcomes = await Promise.allSettled(
      strangers.map((who) => enter(0, who, { connectTimeout: 4000 })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('gets in by MQTT alone, and so does the fleet page', async () => {
    for (const who of [MILL, FLEET]) {
      expect(await enterOverNats(who)).toMatch(/^-ERR 'Authorization Violation'/);
      (await enter(0, who)).end(true);
    }
    // It is by one word of the file: without it they get in.
    await nats?.setUsers(usersFile(users).replaceAll('allowed_connection_types: ["MQTT"], ', ''));
    try {
      await eventually(async () => (await enterOverNats(MILL)) === 'PONG', { everyMs: 100 });
    } finally {
      await nats?.setUsers(usersFile(users));
    }
    await eventually(async () => (await enterOverNats(MILL)) !== 'PONG', { everyMs: 100 });
  });

  it('is there as soon as the file of users has it, and is thrown out when it has it no more', async () => {
    const hash = await hashSitePassword(WALLS_PASSWORD);
    await expect(enter(2, { username: 'new', password: WALLS_PASSWORD })).rejects.toThrow();
    await nats?.setUsers(usersFile([...users, siteUser('new', hash)]));
    let entered: MqttClient | undefined;
    await eventually(
      async () => {
        entered = await enter(2, { username: 'new', password: WALLS_PASSWORD });
      },
      { everyMs: 100 },
    );
    await nats?.setUsers(usersFile(users));
    await eventually(() => entered?.connected === false);
  });

  // The walls are the permissions of the file: without them the same tries must be found.
  it('could do all of this where the file lets it', async () => {
    const wide = users.map((user) => ({ ...user, publish: ['sites.>'], subscribe: ['>'] }));
    await nats?.setUsers(usersFile(wide));
    try {
      await settle(1000);
      const found = await breaches(0);
      for (const sort of [
        'reads sites/barn/#',
        'reads #',
        'reads sites/+/site',
        'writes to barn',
        'speaks as another',
        'kept of barn',
      ])
        expect(
          found.some((one) => one.startsWith(sort)),
          sort,
        ).toBe(true);
    } finally {
      await nats?.setUsers(usersFile(users));
    }
  });
});
