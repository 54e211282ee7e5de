import { type SeenMessage, startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import { type MqttPlant, patiently, WAIT } from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { documentedTree, taken } from '@heliograph/testbed/mqtt/mqtt-tree.ts';

/** What a broker has, or lacks, of a gateway, and how often the gateway tries to reach it. */

/** Settings with which every entity is announced: those of panels too, which are told without content while off. */
export const WHOLE_DISCOVERY = { mqtt_hass_enabled: true, mqtt_hass_individualpanels: true } as const;
/** Of three inverters with seven strings: buttons, numbers, binary sensors, the AC side, and six for each string. */
export const ENTITIES = 3 * 20 + 7 * 6;

/** Waits for what other processes do; returns how much is lacking in the end. */
export async function inTheEnd(lacking: () => number): Promise<number> {
  const untilMs = performance.now() + WAIT.timeout;
  while (lacking() > 0 && performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, WAIT.interval));
  return lacking();
}

/** Topics of entities that are announced. */
export const entitiesIn = (messages: readonly SeenMessage[]) =>
  new Set(
    messages
      .filter(({ topic, payload }) => topic.endsWith('/config') && payload !== '')
      .map(({ topic }) => topic),
  );

/**
 * How many messages the broker lacks: of the state at this moment of the plant's clock, of the discovery 5 s later.
 * The plant announces with `WHOLE_DISCOVERY`.
 */
export async function lackingAt(plant: MqttPlant): Promise<number> {
  const { messages } = await documentedTree(plant);
  await taken(plant.broker.port, messages);
  const late = await startMosquittoSubscriber(plant.broker.port);
  const wanted = [...messages].filter(([, payload]) => payload !== '');
  const state = await inTheEnd(() => {
    const kept = late.messages
      .filter(({ retain }) => retain)
      .map(({ topic, payload }) => [topic, payload] as const);
    const payloads = new Map(kept);
    return wanted.filter(([topic, payload]) => payloads.get(topic) !== payload).length;
  });
  await plant.advance(5000);
  const discovery = await inTheEnd(() => ENTITIES - entitiesIn(late.messages).size);
  await late.stop();
  return state + discovery;
}

/** How often the gateway has tried to reach the broker so far, by its log. */
export const attempts = ({ logLines }: MqttPlant) =>
  logLines.filter((line) => line.includes('Connecting to the MQTT broker.')).length;

/** Beyond this it is a storm, and need not be watched to its end. */
export const STORM = 25;

/** Attempts while so much time passes; none is cut short by the clock. */
export async function attemptsIn(plant: MqttPlant, ms: number): Promise<number> {
  const before = attempts(plant);
  for (let passedMs = 0; passedMs < ms && attempts(plant) - before < STORM; passedMs += 500) {
    await plant.advance(500);
    await patiently('the attempt is over', () => plant.step() !== 'connecting');
  }
  return attempts(plant) - before;
}
