import { setTimeout as wait } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { eventually } from '../outside/eventually.ts';
import type { NatsCluster } from './fleet-servers.ts';

/** What one site may try to get through the walls of a broker, to read and to write what is of another one. */

/** Of all users of these tests, which are `mill`, `barn` and `fleet`. */
export const WALLS_PASSWORD = 'of-a-site';
export const MILL = { username: 'mill', password: WALLS_PASSWORD };
export const BARN = { username: 'barn', password: WALLS_PASSWORD };
export const FLEET = { username: 'fleet', password: WALLS_PASSWORD };
/** Long enough for what has got through to be heard. */
const SETTLE_MS = 300;
const ANSWER_MS = 3000;

export const settle = (ms = SETTLE_MS) => wait(ms);

export function listen(client: MqttClient): string[] {
  const heard: string[] = [];
  client.on('message', (topic, payload) => heard.push(`${topic} ${payload}`));
  return heard;
}

/** Granted: a quality of service and no refusal. Whoever is thrown out for asking has been refused as well. */
export const isGranted = (client: MqttClient, topic: string, qos: 0 | 1) =>
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

/** Comes in as these users, and tries everything. */
export function createIntruders(nats: Pick<NatsCluster, 'nodes'>) {
  const open: MqttClient[] = [];
  let count = 0;
  async function enter(node: number, who: object, options: IClientOptions = {}): Promise<MqttClient> {
    const clientId = `walls-${process.pid}-${count++}`;
    const entering = connectAsync({
      ...{
        host: '127.0.0.1',
        port: nats.nodes[node]?.mqttPort ?? 0,
        protocolVersion: 4,
        reconnectPeriod: 0,
        clientId,
      },
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
    found.push(
      ...fleetHeard.filter((one) => one.includes('forged')).map((one) => `speaks as another: ${one}`),
    );

    // What the broker keeps of barn is what barn has said.
    const later = await enter(node, BARN);
    const kept = listen(later);
    await later.subscribeAsync('sites/barn/#');
    await settle();
    if (kept.join() !== 'sites/barn/dtu/status online') found.push(`kept of barn: ${kept.join()}`);
    for (const client of [barn, fleet, later]) client.end(true);
    return found;
  }

  return {
    enter,
    breaches,
    stop() {
      for (const client of open) client.end(true);
    },
  };
}
