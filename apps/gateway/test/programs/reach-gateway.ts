import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiGenerations } from '@heliograph/contract';
import { EAST_AND_WEST } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket, type SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import type { Reached } from './program.ts';

/** A gateway for programs that is to be disposed of. */
export interface ReachedGateway extends Reached {
  readonly gateway: TestGateway;
  /** Closes what the last program has opened. */
  readonly closeSockets: () => void;
  readonly dispose: () => Promise<void>;
}

const ZONES_FILE = fileURLToPath(new URL('../../../web/public/zones.json', import.meta.url));
const NETWORK = '/api/network/config';
const LET_ANSWER_S = 20;

/** A gateway whose owner has chosen an API, with inverters that have told their values, and with the files of time zones. */
export async function startFor(api_generations: ApiGenerations): Promise<ReachedGateway> {
  const webFolder = await mkdtemp(join(tmpdir(), 'heliograph-'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Heliograph</title>');
  await copyFile(ZONES_FILE, join(webFolder, 'zones.json'));
  const gateway = await startSharedGateway({ webFolder, gitHash: 'g1234567' });
  const network = JSON.parse((await send(gateway.port, NETWORK, { headers: login() })).text);
  const chosen = await postData(gateway.port, NETWORK, { ...network, api_generations });
  if (JSON.parse(chosen.text).type !== 'success') throw new Error(chosen.text);
  const sockets = new Set<SocketClient>();
  async function wait(seconds: number): Promise<void> {
    for (let leftMs = seconds * 1000; leftMs > 0; leftMs -= 1000) {
      await gateway.clock.advanceAsync(Math.min(leftMs, 1000));
      await Promise.all([...sockets].map((socket) => socket.settle()));
    }
  }
  await wait(LET_ANSWER_S);
  return {
    gateway,
    async dispose() {
      await gateway.dispose();
      await rm(webFolder, { recursive: true });
    },
    port: gateway.port,
    password: 'openDTU42',
    serial: EAST_AND_WEST,
    wait,
    async socket(path, options = {}) {
      const client = await openSocket(gateway.port, options, path);
      sockets.add(client);
      return client;
    },
    closeSockets() {
      for (const { socket } of sockets) socket.terminate();
      sockets.clear();
    },
  };
}
