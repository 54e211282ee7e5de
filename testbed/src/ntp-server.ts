import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const UNIX_MS_AT_1900 = -2_208_988_800_000;

/** What a server that is right says; each part can be wrong. */
export interface NtpAnswerParts {
  readonly leap?: number;
  readonly version?: number;
  readonly mode?: number;
  readonly stratum?: number;
  readonly reference?: string;
  /** Unix time. */
  readonly receiveMs: number;
  /** Unix time. */
  readonly transmitMs: number;
}

/** The answer to a question. Written from RFC 5905, section 7.3, and not with the code under test. */
export function ntpAnswer(question: Buffer, parts: NtpAnswerParts): Buffer {
  const { leap = 0, version = 4, mode = 4, stratum = 2, reference = '' } = parts;
  const answer = Buffer.alloc(48);
  answer.writeUInt8(leap * 64 + version * 8 + mode, 0);
  answer.writeUInt8(stratum, 1);
  answer.write(reference, 12, 4, 'latin1');
  question.copy(answer, 24, 40, 48);
  for (const [offset, unixMs] of [
    [32, parts.receiveMs],
    [40, parts.transmitMs],
  ] as const) {
    const since1900Ms = unixMs - UNIX_MS_AT_1900;
    answer.writeUInt32BE(Math.floor(since1900Ms / 1000) % 2 ** 32, offset);
    answer.writeUInt32BE(Math.floor(((since1900Ms % 1000) / 1000) * 2 ** 32), offset + 4);
  }
  return answer;
}

export interface FakeNtpServer {
  readonly port: number;
  /** Questions so far. */
  readonly asked: () => number;
}

type Behaviour = (question: Buffer, from: RemoteInfo, socket: Socket) => void;

/** A UDP server on loopback that does with a question whatever it likes. It goes when the test ends. */
export async function startFakeNtpServer(
  behaviour: Behaviour,
  address: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<FakeNtpServer> {
  const socket = createSocket(address === '::1' ? 'udp6' : 'udp4');
  let asked = 0;
  socket.on('message', (question, from) => {
    asked += 1;
    behaviour(question, from, socket);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return { port: socket.address().port, asked: () => asked };
}
