import { connect } from 'node:net';
import {
  fleetFolder,
  NATS_SERVER,
  type NatsCluster,
  startNats,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokerUser, fleetUser, siteUser, usersFile } from '../../src/broker-users.ts';
import { hashSitePassword } from '../../src/secrets.ts';

const PASSWORD = 'of-a-site';
const MILL = { username: 'mill', password: PASSWORD };
const BARN = { username: 'barn', password: PASSWORD };
const FLEET = { username: 'fleet', password: PASSWORD };
/** Long enough for what has got through to be heard. */
const SETTLE_MS = 300;
const ANSWER_MS = 3000;

let folder: Awaited<ReturnType<typeof fleetFolder>> | undefined;
let nats: NatsCluster | undefined;
let users: readonly BrokerUser[] = [];
const open: MqttClient[] = [];

beforeAll(async () => {
  if (NATS_SERVER === undefined) return;
  const hash = await hashSitePassword(PASSWORD);
  users = [siteUser('mill', hash), siteUser('barn', hash), fleetUser('fleet', hash)];
  folder = await fleetFolder();
  nats = await startNats(folder.folder, usersFile(users));
});
afterAll(async () => {
  for (const client of open) client.end(true);
  await nats?.stop();
  await folder?.remove();
});

const portOf = (node: number) => nats?.nodes[node]?.mqttPort ?? 0;
const settle = (ms = SETTLE_MS) => new Promise((resolve) => setTimeout(resolve, ms));

let count = 0;
async function enter(node: number, who: object, options: IClientOptions = {}): Promise<MqttClient> {
  const clientId = `walls-${process.pid}-${count++}`;
  const entering = connectAsync({
    ...{ host: '127.0.0.1', port: portOf(node), protocolVersion: 4, reconnectPeriod: 0, clientId },
    ...who,
    ...options,
  });
  // Whoever is thrown out at the door is told nothing more.
  const client = await Promise.race([entering, settle(ANSWER_MS).then(() => undefined)]);
  if (client === undefined) throw new Error('nobody is let in');
  client.on('error', () => undefined); // being thrown out is what some of them are for
  open.push(client);
  return client;
}

function listen(client: MqttClient): string[] {
  const heard: string[] = [];
  client.on('message', (topic, payload) => heard.push(`${topic} ${payload}`));
  return heard;
}

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

/** Granted: a quality of service and no refusal. Whoever is thrown out for asking has been refused as well. */
const isGranted = (client: MqttClient, topic: string, qos: 0 | 1) =>
  Promise.race([
    client.subscribeAsync(topic, { qos }).then(
      (grants) => grants.some((grant) => Number(grant.qos) < 0x80),
      () => false,
    ),
    settle(ANSWER_MS).then(() => false),
  ]);

/** What one site could want to read of all others. */
const FOREIGN = [
  ...['sites/barn/site', 'sites/barn/#', 'sites/+/site', 'sites/+/dtu/status', 'sites/#', '#', '+/#'],
  ...['+/+/+', '+/barn/site', 'sites/barn/dtu/status', '/sites/barn/site', 'sites/mill/../barn/site'],
  ...['$MQTT/#', '$MQTT/sub/#', '$MQTT/msgs/#', '$MQTT/rmsgs/#', '$MQTT/JSA/#', '$MQTT/deliver/#'],
  ...[
    '$JS/#',
    '$JS/API/#',
    '$JS/EVENT/#',
    '$SYS/#',
    '$SYS/ACCOUNT/#',
    '_INBOX/#',
    '_R_/#',
    '$share/a/sites/#',
  ],
];
/** Where one site could want to write. */
const TARGETS = [
  ...['sites/barn/site', 'sites/barn/dtu/status', 'sites/barn/114182730124/cmd/power', 'sites/barn//site'],
  ...['/sites/barn/site', 'sites/mill/../barn/site', 'other/topic', '$MQTT/msgs/sites/barn/site'],
  ...[
    '$MQTT/rmsgs/x',
    '$MQTT/sub/barn',
    '$JS/API/STREAM/DELETE/$MQTT_msgs',
    '$JS/API/STREAM/PURGE/$MQTT_rmsgs',
  ],
  ...['$SYS/REQ/SERVER/PING', '_INBOX/x'],
];

/** Everything foreign that it gets to hear. */
async function foreignReads(node: number, barn: MqttClient): Promise<readonly string[]> {
  const found: string[] = [];
  for (const qos of [0, 1] as const) {
    for (const topic of FOREIGN) {
      const mill = await enter(node, MILL);
      const heard = listen(mill);
      const granted = await isGranted(mill, topic, qos);
      await barn.publishAsync('sites/barn/site', `secret ${topic}`, { qos });
      await settle(granted ? SETTLE_MS : 20);
      const foreign = heard.filter((one) => !one.startsWith('sites/mill/'));
      if (foreign.length > 0) found.push(`reads ${topic} with QoS ${qos}: ${foreign[0]}`);
      mill.end(true);
    }
  }
  return found;
}

/** Says things in the name of another one, also such as the broker keeps. */
async function forge(node: number): Promise<void> {
  for (const qos of [0, 1] as const) {
    for (const topic of TARGETS) {
      for (const retain of [false, true]) {
        const mill = await enter(node, MILL);
        const payload = `forged ${qos} ${retain}`;
        await Promise.race([
          mill.publishAsync(topic, payload, { qos, retain }).catch(() => undefined),
          settle(300),
        ]);
        mill.end(true);
      }
    }
  }
  // Last words in the name of another one.
  for (const retain of [false, true]) {
    const will = {
      topic: 'sites/barn/dtu/status',
      payload: Buffer.from('forged will'),
      qos: 1 as const,
      retain,
    };
    const mill = await enter(node, MILL, { will }).catch(() => undefined);
    mill?.stream.destroy();
  }
}

/** All that a site can do to another one through a node, tried; none of it may show in what comes back. */
async function breaches(node: number): Promise<readonly string[]> {
  const found: string[] = [];
  const barn = await enter((node + 1) % 3, BARN);
  const fleet = await enter((node + 2) % 3, FLEET);
  const barnHeard = listen(barn);
  const fleetHeard = listen(fleet);
  await barn.subscribeAsync('sites/barn/#');
  await fleet.subscribeAsync(['sites/+/site', 'sites/+/dtu/status']);
  await barn.publishAsync('sites/barn/dtu/status', 'online', { retain: true, qos: 1 });
  await eventually(() => barnHeard.length > 0 && fleetHeard.some((one) => one.startsWith('sites/barn/')));
  barnHeard.length = 0;
  fleetHeard.length = 0;

  found.push(...(await foreignReads(node, barn)));
  await eventually(() => fleetHeard.length >= FOREIGN.length * 2);
  barnHeard.length = 0;
  fleetHeard.length = 0;

  await forge(node);
  await settle();
  found.push(...barnHeard.map((one) => `writes to barn: ${one}`));
  found.push(...fleetHeard.filter((one) => one.includes('forged')).map((one) => `speaks as another: ${one}`));

  // What the broker keeps of barn is what barn has said.
  const later = await enter(node, BARN);
  const kept = listen(later);
  await later.subscribeAsync('sites/barn/#');
  await settle();
  if (kept.join() !== 'sites/barn/dtu/status online') found.push(`kept of barn: ${kept.join()}`);
  for (const client of [barn, fleet, later]) client.end(true);
  return found;
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
    await barn.subscribeAsync('sites/barn/#', { qos: 1 });
    const mill = await enter(1, MILL, { clientId: 'OpenDTU-barn', clean: false }).catch(() => undefined);
    const heard = mill === undefined ? [] : listen(mill);
    const other = await enter(2, BARN);
    await other.publishAsync('sites/barn/site', 'secret', { qos: 1 });
    await settle(1000);
    expect(heard).toEqual([]);
  });

  it('with another password, without one, or with a name that nobody has, does not get in', async () => {
    const strangers = [
      { username: 'mill', password: 'wrong' },
      { username: 'mill' },
      { username: 'nobody', password: PASSWORD },
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
    const hash = await hashSitePassword(PASSWORD);
    await expect(enter(2, { username: 'new', password: PASSWORD })).rejects.toThrow();
    await nats?.setUsers(usersFile([...users, siteUser('new', hash)]));
    let entered: MqttClient | undefined;
    await eventually(
      async () => {
        entered = await enter(2, { username: 'new', password: PASSWORD });
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
