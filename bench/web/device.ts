import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getLimitStatus, getLiveData, SOCKETS } from '@heliograph/contract';
import { WebSocketServer } from 'ws';
import { API_HEADERS } from '../../apps/gateway/src/http/response-headers.ts';
import { openStaticWeb, type StaticWeb } from '../../apps/gateway/src/http/static-web.ts';
import type { LivePlant } from './live-plant.ts';

/** A gateway as small as an original device: the web app, the few calls that the live view makes, the live socket. */
export interface Device {
  readonly port: number;
  /** Browsers on the live socket. */
  clientCount(): number;
  /** Lets the plant go on and tells everybody on the live socket. */
  push(): void;
  /** Calls that this device does not know; a page that makes one is measured wrongly. */
  readonly unknownCalls: readonly string[];
  close(): Promise<void>;
}

export interface DeviceOptions {
  /** A built web app, or a page by hand. */
  readonly webFolder: string;
  readonly plant: LivePlant;
}

/**
 * Serves the folder as the gateway does, with the same headers and the same content policy. As an original device, it
 * sends gzip only and ends every connection after its answer.
 */
export async function startDevice({ webFolder, plant }: DeviceOptions): Promise<Device> {
  const web = await openStaticWeb(webFolder, '/');
  if (!web.isBuilt) throw new Error(`there is no page in ${webFolder}`);
  const unknownCalls: string[] = [];
  const answers: Readonly<Record<string, () => string>> = {
    [getLiveData.path]: plant.liveText,
    [getLimitStatus.path]: () => limitText(plant.serials),
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://device');
    const answer = answers[pathname];
    response.shouldKeepAlive = false;
    if (answer !== undefined) sendText(response, 200, answer());
    else if (pathname.startsWith('/api/')) {
      unknownCalls.push(pathname);
      sendText(response, 404, '{}');
    } else sendFile(web, pathname, request, response);
  });
  const sockets = new WebSocketServer({ server, path: SOCKETS.liveData.path, perMessageDeflate: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    clientCount: () => sockets.clients.size,
    push() {
      plant.goOn();
      const text = plant.liveText();
      for (const client of sockets.clients) client.send(text);
    },
    unknownCalls,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(status, {
    ...API_HEADERS,
    'content-type': 'application/json',
    'content-length': body.length,
  });
  response.end(body);
}

function sendFile(web: StaticWeb, path: string, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = web.answer(path, {
    'accept-language': request.headers['accept-language'],
    'accept-encoding': 'gzip', // over plain http browsers take no other, except from their own machine, as here
    'if-none-match': request.headers['if-none-match'],
  });
  response.writeHead(status, body === undefined ? headers : { ...headers, 'content-length': body.length });
  response.end(body);
}

function limitText(serials: readonly string[]): string {
  const status = { limit_relative: 100, max_power: 1500, limit_set_status: 'Ok' };
  return JSON.stringify(Object.fromEntries(serials.map((serial) => [serial, status])));
}
