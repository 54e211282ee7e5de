import { connect, createServer } from 'node:net';
import { listen } from '@heliograph/testbed/outside/listen.ts';

/** Between a gateway and its broker: notes which entities of Home Assistant it announces and removes, taken or not. */
export interface PublishTap {
  readonly port: number;
  /** Topics of Home Assistant that were published without content: each would remove an entity. */
  removals(): readonly string[];
  /** Topics of Home Assistant that were published with content. */
  announced(): readonly string[];
  close(): Promise<void>;
}

const DISCOVERY_TOPIC = /^homeassistant\/.*\/config$/;

/** Starts one in front of a broker on 127.0.0.1. */
export async function startPublishTap(brokerPort: number): Promise<PublishTap> {
  const removals: string[] = [];
  const announced: string[] = [];
  const server = createServer((gateway) => {
    const broker = connect(brokerPort, '127.0.0.1');
    for (const [socket, other] of [
      [gateway, broker],
      [broker, gateway],
    ] as const) {
      socket.on('error', () => undefined); // its close tells
      socket.on('close', () => other.destroy());
    }
    const read = createPublishReader((topic, payload) => {
      if (DISCOVERY_TOPIC.test(topic)) (payload.length === 0 ? removals : announced).push(topic);
    });
    gateway.on('data', read);
    gateway.pipe(broker).pipe(gateway);
  });
  const { port, close } = await listen(server);
  return { port, removals: () => removals, announced: () => announced, close };
}

const PUBLISH = 3;

/**
 * Reads a stream of MQTT 3.1.1 in pieces of any size, and tells of each message in it.
 * Source: MQTT 3.1.1, sections 2.2 and 3.3.
 */
export function createPublishReader(
  onPublish: (topic: string, payload: Buffer) => void,
): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (let packet = firstPacket(rest); packet !== undefined; packet = firstPacket(rest)) {
      const { kind, body, bytes } = packet;
      rest = rest.subarray(bytes);
      if (kind >> 4 !== PUBLISH) continue;
      const topicEnd = 2 + body.readUInt16BE(0);
      const hasNumber = (kind & 0b0110) !== 0; // its quality of service is not 0
      onPublish(body.toString('utf8', 2, topicEnd), body.subarray(topicEnd + (hasNumber ? 2 : 0)));
    }
  };
}

/** The packet that a stream begins with, as soon as all of it has come. */
function firstPacket(stream: Buffer): { kind: number; body: Buffer; bytes: number } | undefined {
  let length = 0;
  for (let at = 1; at <= 4; at++) {
    const byte = stream[at];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (at - 1);
    if (byte < 0x80) {
      const bytes = at + 1 + length;
      if (stream.length < bytes) return undefined;
      return { kind: stream[0] ?? 0, body: stream.subarray(at + 1, bytes), bytes };
    }
  }
  throw new Error('no MQTT');
}
