import { createServer, type Server, type Socket } from 'node:net';
import type { ModbusClient } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import { plainAddress } from '../platform/plain-address.ts';
import {
  answerFrame,
  type ModbusAnswer,
  type ModbusException,
  type ModbusFrame,
  type ModbusRequest,
  readFrame,
  readRequest,
} from './modbus-frames.ts';
import type { WriteAccess } from './write-access.ts';

/** Takes connections and frames, never more of them than it can bear. */
export interface ModbusServer {
  clients(): readonly ModbusClient[];
  /** Ends all connections; resolves when the port is free. */
  close(): Promise<void>;
}

export interface ModbusServerOptions {
  readonly port: number;
  /** Undefined: on all addresses. */
  readonly host: string | undefined;
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  /** Who may write now. */
  readonly mayWrite: WriteAccess;
  readonly answer: (
    unit: number,
    request: ModbusRequest | ModbusException,
    address: string,
    mayWrite: boolean,
  ) => ModbusAnswer;
  /** Told when the port is lost after all. */
  readonly onFailure: (error: unknown) => void;
}

/** A Victron GX connects once for each unit. */
const CONNECTIONS_MAX = 64;
const CONNECTIONS_PER_ADDRESS_MAX = 32;
/** Of each address that may write, and of all others together: far more than any program asks that knows what it does. */
const REQUESTS_PER_SECOND = 100;
/** A frame of which no more comes. */
const UNFINISHED_MAX_MS = 10_000;
/** An answer that nobody takes. */
const UNSENT_MAX_MS = 10_000;
/** Whoever says nothing for so long is gone. */
const IDLE_MAX_MS = 300_000;
/** How many addresses are remembered. */
const CLIENTS_MAX = 64;
const NOTHING = new Uint8Array();

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  received: Uint8Array;
  /** The socket has more than it could send: nothing is answered until it has. */
  isBlocked: boolean;
  cancelWait: (() => void) | undefined;
  cancelEnd: (() => void) | undefined;
}

/** What became of the first frame that has come. */
type Step = 'answered' | 'waits' | 'unfinished';

interface Noted {
  readonly lastWriteAtMs: number | undefined;
  readonly refused: number;
}

/** Resolves when the port is listened on, rejects when that cannot be. */
export async function openModbusServer(options: ModbusServerOptions): Promise<ModbusServer> {
  const { port, host, clock, mayWrite, answer, onFailure } = options;
  const connections = new Set<Connection>();
  const budgets = new Map<string, { left: number; atMs: number }>();
  const noted = new Map<string, Noted>();
  const server = createServer({ noDelay: true }, (socket) => accept(socket));
  await listen(server, port, host);
  server.on('error', onFailure);

  function accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    socket.on('error', () => socket.destroy()); // it has gone, and nothing was promised to it
    if (!__WITHOUT__.modbusBounds && !hasPlace(address)) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      ...{ socket, address, received: NOTHING, isBlocked: false },
      ...{ cancelWait: undefined, cancelEnd: undefined },
    };
    connections.add(connection);
    note(address, {});
    socket.setKeepAlive(true);
    socket.setTimeout(IDLE_MAX_MS, () => socket.destroy());
    socket.on('data', (bytes) => {
      connection.received = joined(connection.received, bytes);
      work(connection);
    });
    socket.on('drain', () => {
      connection.isBlocked = false;
      goOn(connection);
      work(connection);
    });
    socket.on('close', () => {
      connection.cancelWait?.();
      connection.cancelEnd?.();
      connections.delete(connection);
    });
  }

  /**
   * Whoever comes again takes the place of its own oldest connection: after a power cut the old ones are dead, and nobody has told
   * us. Strangers never keep out who may write: the one that came first makes room.
   */
  function hasPlace(address: string): boolean {
    const all = [...connections];
    const own = all.filter((one) => one.address === address);
    if (own.length >= CONNECTIONS_PER_ADDRESS_MAX) return makesRoom(own[0]);
    if (all.length < CONNECTIONS_MAX) return true;
    return mayWrite(address) && makesRoom(all.find((one) => !mayWrite(one.address)));
  }

  function makesRoom(connection: Connection | undefined): boolean {
    if (connection === undefined) return false;
    connection.socket.destroy();
    connections.delete(connection);
    return true;
  }

  /** Answers what has come, as far as its budget goes and its answers are taken. */
  function work(connection: Connection): void {
    const { socket } = connection;
    connection.cancelWait?.();
    connection.cancelWait = undefined;
    let step: Step = 'answered';
    while (step === 'answered' && !connection.isBlocked && !socket.destroyed) step = workOnce(connection);
    if (step === 'waits' || connection.isBlocked) socket.pause();
    else socket.resume();
    endLater(connection);
  }

  function workOnce(connection: Connection): Step {
    const { socket, address, received } = connection;
    const reading = readFrame(received);
    if (reading.kind === 'unfinished') return 'unfinished';
    if (reading.kind === 'broken') {
      socket.destroy(); // where the next frame begins nobody knows
      return 'unfinished';
    }
    const waitMs = takeFromBudget(address);
    if (waitMs > 0) {
      connection.cancelWait = clock.after(waitMs, () => work(connection));
      return 'waits';
    }
    connection.received = received.subarray(reading.length);
    goOn(connection);
    connection.isBlocked = !socket.write(answered(reading.frame, address));
    return 'answered';
  }

  function answered(frame: ModbusFrame, address: string): Uint8Array {
    const request = readRequest(frame);
    const reply = answer(frame.unit, request, address, mayWrite(address));
    const isWrite = typeof request !== 'string' && request.kind === 'write';
    if (isWrite && reply.kind === 'written') note(address, { lastWriteAtMs: clock.monotonicMs() });
    if (isWrite && reply.kind === 'exception')
      note(address, { refused: (noted.get(address)?.refused ?? 0) + 1 });
    return answerFrame(frame, reply);
  }

  /** What is begun has to be ended soon, be it drop by drop: half a frame, or an answer that nobody takes, ends the connection. */
  function endLater(connection: Connection): void {
    const { socket, received, isBlocked, cancelWait } = connection;
    const isOurTurn = !isBlocked && (cancelWait !== undefined || received.length === 0);
    if (isOurTurn) goOn(connection);
    else {
      const afterMs = isBlocked ? UNSENT_MAX_MS : UNFINISHED_MAX_MS;
      connection.cancelEnd ??= clock.after(afterMs, () => socket.destroy());
    }
  }

  function goOn(connection: Connection): void {
    connection.cancelEnd?.();
    connection.cancelEnd = undefined;
  }

  /** Milliseconds to wait until this address may ask again; 0: it may now. */
  function takeFromBudget(address: string): number {
    if (__WITHOUT__.modbusBounds) return 0;
    const key = mayWrite(address) ? address : '';
    const nowMs = clock.monotonicMs();
    const { left: before, atMs } = budgets.get(key) ?? { left: REQUESTS_PER_SECOND, atMs: nowMs };
    const left = Math.min(REQUESTS_PER_SECOND, before + ((nowMs - atMs) / 1000) * REQUESTS_PER_SECOND);
    const isThere = left >= 1;
    budgets.delete(key);
    budgets.set(key, { left: isThere ? left - 1 : left, atMs: nowMs });
    dropOldest(budgets);
    return isThere ? 0 : Math.ceil(((1 - left) / REQUESTS_PER_SECOND) * 1000);
  }

  function note(address: string, news: Partial<Noted>): void {
    const known = noted.get(address) ?? { lastWriteAtMs: undefined, refused: 0 };
    noted.delete(address);
    noted.set(address, { ...known, ...news });
    dropOldest(noted);
  }

  return {
    clients: () =>
      [...noted].reverse().map(([address, { lastWriteAtMs, refused }]) => ({
        address,
        connections: [...connections].filter((one) => one.address === address).length,
        may_write: mayWrite(address),
        ...(lastWriteAtMs !== undefined && {
          last_write: Math.round((clock.monotonicMs() - lastWriteAtMs) / 1000),
        }),
        refused,
      })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { socket } of connections) socket.destroy();
      }),
  };
}

/** Of addresses there may be more than anybody can remember. */
function dropOldest(byAddress: Map<string, unknown>): void {
  for (const address of byAddress.keys()) {
    if (byAddress.size <= CLIENTS_MAX) return;
    byAddress.delete(address);
  }
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function joined(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (before.length === 0) return Uint8Array.from(bytes);
  const all = new Uint8Array(before.length + bytes.length);
  all.set(before);
  all.set(bytes, before.length);
  return all;
}
