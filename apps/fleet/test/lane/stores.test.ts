import { figure } from '@heliograph/testbed/fleet/figure.ts';
import {
  fleetFolder,
  NATS_SERVER,
  type NatsCluster,
  startNats,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askNats } from '../../src/ask-nats.ts';
import { boundStores, STREAM_BOUNDS, type StreamBounds } from '../../src/broker-stores.ts';
import { fleetUser, siteUser, storesUser, usersFile } from '../../src/broker-users.ts';
import { hashSitePassword } from '../../src/secrets.ts';

/** A site that has the broker keep as much as it can: the others notice nothing, and the store stays within its bounds. */

const PASSWORD = 'of-the-test';
const MESSAGES = 1000;
const SESSION_BYTES = 10_000;
/** So small that a site fills them in seconds. */
const SMALL: Readonly<Record<string, StreamBounds>> = {
  ...STREAM_BOUNDS,
  $MQTT_rmsgs: { ...bounds('$MQTT_rmsgs'), max_msgs: MESSAGES },
  $MQTT_sess: { ...bounds('$MQTT_sess'), max_bytes: SESSION_BYTES },
};
const NONE = Object.fromEntries(
  ['$MQTT_rmsgs', '$MQTT_sess'].map((name): [string, StreamBounds] => [
    name,
    { max_bytes: -1, max_msg_size: -1, max_msgs: -1, max_age: 0, discard: 'old' },
  ]),
);
/** `HELIOGRAPH_LONG=1`: for a minute. */
const FLOOD_MS = process.env.HELIOGRAPH_LONG === '1' ? 60_000 : 12_000;

function bounds(name: string): StreamBounds {
  const found = STREAM_BOUNDS[name];
  if (found === undefined) throw new Error(`there are no bounds for ${name}`);
  return found;
}

let folder: Awaited<ReturnType<typeof fleetFolder>>;
let nats: NatsCluster;
const open: MqttClient[] = [];

beforeAll(async () => {
  if (NATS_SERVER === undefined) return;
  const hash = await hashSitePassword(PASSWORD);
  const sites = ['barn', 'mill', 'flood'].map((id) => siteUser(id, hash));
  folder = await fleetFolder();
  nats = await startNats(
    folder.folder,
    usersFile([fleetUser('fleet', hash), storesUser('Stores', hash), ...sites]),
  );
});
afterAll(async () => {
  for (const client of open) client.end(true);
  await nats?.stop();
  await folder?.remove();
});

const addressOf = (node: number, user = 'Stores') =>
  new URL(`nats://${user}:${PASSWORD}@127.0.0.1:${nats.nodes[node]?.natsPort}`);

async function enter(node: number, username: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync({
    ...{ host: '127.0.0.1', port: nats.nodes[node]?.mqttPort ?? 0, protocolVersion: 4, reconnectPeriod: 0 },
    ...{ username, password: PASSWORD, connectTimeout: 10_000 },
    ...options,
  });
  client.on('error', () => undefined);
  open.push(client);
  return client;
}

/** How much is in a store, in messages and bytes. */
const stateOf = (name: string) =>
  askNats(
    addressOf(0),
    async (ask) => {
      const answer = (await ask(`$JS.API.STREAM.INFO.${name}`)) as {
        readonly state: { readonly messages: number; readonly bytes: number };
      };
      return answer.state;
    },
    5000,
  );

let sessionCount = 0;
/** Keeps a new topic with every message, and what is too large, and leaves a session behind with every connection. */
async function flood(isOver: () => boolean): Promise<number> {
  let count = 0;
  const untilTaken = async (client: MqttClient, max: number) => {
    while (client.stream.writableLength > max) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const topics = async () => {
    const client = await enter(2, 'flood');
    while (!isOver()) {
      for (let turn = 0; turn < 100; turn += 1) {
        client.publish(`sites/flood/${count++}`, 'x'.repeat(200), { retain: true });
      }
      await untilTaken(client, 100_000);
    }
  };
  const large = async () => {
    const client = await enter(1, 'flood');
    while (!isOver()) {
      client.publish('sites/flood/dtu/status', 'x'.repeat(1_000_000), { retain: true });
      await untilTaken(client, 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const sessions = async () => {
    while (!isOver()) {
      const client = await enter(0, 'flood', { clean: false, clientId: `flood-${sessionCount++}` });
      client.end(true);
    }
  };
  await Promise.all([topics(), large(), sessions(), sessions()]);
  return count;
}

describe.skipIf(NATS_SERVER === undefined)('what a broker keeps of sites', () => {
  it('gets its bounds once there is something to bound', async () => {
    expect(await boundStores(addressOf(0))).toEqual({ changed: 0, isComplete: false });
    const barn = await enter(1, 'barn');
    await eventually(
      async () => expect(await boundStores(addressOf(2))).toEqual({ changed: 3, isComplete: true }),
      { everyMs: 100 },
    );
    for (const node of [0, 1, 2]) {
      expect(await boundStores(addressOf(node))).toEqual({ changed: 0, isComplete: true });
    }
    barn.end(true);
  });

  it('is bounded by nobody else', async () => {
    await expect(boundStores(addressOf(0, 'flood'))).rejects.toThrow('Authorization Violation');
    await expect(boundStores(addressOf(0, 'fleet'))).rejects.toThrow('Authorization Violation');
    const asking = askNats(addressOf(0), (ask) => ask('$JS.API.STREAM.PURGE.$MQTT_rmsgs'), 5000);
    await expect(asking).rejects.toThrow('Permissions Violation');
  });

  it('stays within them, and others come, go and are heard, while one has as much kept as it can', async () => {
    expect(await boundStores(addressOf(0), SMALL)).toEqual({ changed: 2, isComplete: true });
    const fleet = await enter(0, 'fleet');
    const heard = new Set<string>();
    fleet.on('message', (topic, payload) => heard.add(`${topic} ${payload.subarray(0, 20)}`));
    await fleet.subscribeAsync(['sites/+/site', 'sites/+/dtu/status']);
    const barn = await enter(1, 'barn');

    const endMs = performance.now() + FLOOD_MS;
    const flooding = flood(() => performance.now() > endMs);
    let turns = 0;
    while (performance.now() < endMs) {
      turns += 1;
      const text = `turn ${turns}`;
      const mill = await enter(turns % 3, 'mill');
      await eventually(
        async () => {
          await mill.publishAsync('sites/mill/dtu/status', text, { retain: true });
          await barn.publishAsync('sites/barn/site', text);
          expect([heard.has(`sites/mill/dtu/status ${text}`), heard.has(`sites/barn/site ${text}`)]).toEqual([
            ...[true, true],
          ]);
        },
        { everyMs: 200, what: 'sites are heard during the flood' },
      );
      mill.end(true);
    }
    const count = await flooding;
    const kept = await stateOf('$MQTT_rmsgs');
    // Each is a hundred bytes.
    expect(sessionCount).toBeGreaterThan(SESSION_BYTES / 50);
    figure(
      `${count} topics that one site wanted kept in ${FLOOD_MS / 1000} s: ${kept.messages} were; ${turns} times another one came and was heard`,
    );
    expect(count).toBeGreaterThan(2 * MESSAGES);
    expect(kept.messages).toBeLessThanOrEqual(MESSAGES);
    expect((await stateOf('$MQTT_sess')).bytes).toBeLessThanOrEqual(SESSION_BYTES);
    for (const node of [0, 1, 2]) (await enter(node, 'mill')).end(true);
  });

  it('would go on to grow without them', async () => {
    expect(await boundStores(addressOf(0), NONE)).toMatchObject({ changed: 2 });
    let isOver = false;
    const flooding = flood(() => isOver);
    try {
      await eventually(
        async () => {
          expect((await stateOf('$MQTT_rmsgs')).messages).toBeGreaterThan(2 * MESSAGES);
          expect((await stateOf('$MQTT_sess')).bytes).toBeGreaterThan(2 * SESSION_BYTES);
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
    } finally {
      isOver = true;
      await flooding;
    }
  });
});
