import { UPLOADS } from '@heliograph/contract';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { openRawConnection, type RawConnection } from '@heliograph/testbed/outside/raw-connection.ts';

/** A client that keeps a connection busy and gets nowhere. */
export interface SlowClient extends RawConnection {
  /** Does the little that it does each second. */
  drip(): void;
}

const HOST = 'Host: localhost\r\n';
const LIVE_DATA = `GET /api/livedata/status HTTP/1.1\r\n${HOST}\r\n`;
const ADMIN = `Authorization: ${login().authorization}\r\n`;
const FORM = 'Content-Type: multipart/form-data; boundary=b\r\n';
const SAVE = `POST /api/ntp/config HTTP/1.1\r\n${HOST}${ADMIN}`;
const UPLOAD = `POST ${UPLOADS.updateFirmware.path} HTTP/1.1\r\n${HOST}${ADMIN}${FORM}Content-Length: 100000\r\n\r\n`;
const LONG_UPLOAD = UPLOAD.replace('100000', '1000000');
const PART = '--b\r\nContent-Disposition: form-data; name="firmware"; filename="f"\r\n\r\n';

interface Manner {
  readonly first: string;
  readonly drip: string;
  readonly isReading: boolean;
}

/** The ways to be slow: what is sent first, and what once a second. */
const MANNERS = {
  headers: { first: `GET / HTTP/1.1\r\n${HOST}`, drip: 'x: y\r\n', isReading: true },
  'headers after an answer': { first: `${LIVE_DATA}GET / HTTP/1.1\r\n`, drip: 'x: y\r\n', isReading: true },
  'empty lines after an answer': { first: LIVE_DATA, drip: '\r\n', isReading: true },
  body: { first: `${SAVE}Content-Length: 60000\r\n\r\ndata=`, drip: 'x', isReading: true },
  'body in chunks': {
    first: `${SAVE}Transfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\nx\r\n',
    isReading: true,
  },
  upload: { first: `${UPLOAD}${PART}`, drip: 'x', isReading: true },
  // The first byte is that of an image, and then it comes a little faster than it has to.
  'a long upload': { first: `${LONG_UPLOAD}${PART}\xe9`, drip: 'x'.repeat(1100), isReading: true },
  reading: { first: LIVE_DATA.repeat(600), drip: '', isReading: false },
  // As fast as a gateway takes them from one address, until the buffers of the system are full.
  'reading what the budget gives': {
    first: LIVE_DATA.repeat(120),
    drip: LIVE_DATA.repeat(60),
    isReading: false,
  },
} as const satisfies Readonly<Record<string, Manner>>;

export type SlowKind = keyof typeof MANNERS;

/** Opens one from an address of this machine; it has said the first part of what it says. */
export async function openSlowClient(kind: SlowKind, port: number, from = '127.0.0.1'): Promise<SlowClient> {
  const { first, drip, isReading } = MANNERS[kind];
  const connection = await openRawConnection(port, { from, isReading });
  connection.socket.write(first, 'latin1');
  return {
    ...connection,
    drip() {
      if (connection.socket.writable && connection.socket.writableLength < 10_000) {
        connection.socket.write(drip);
      }
    },
  };
}
