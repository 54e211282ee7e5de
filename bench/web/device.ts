import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  authenticate,
  type ExpectedYield,
  type Findings,
  getExpectedYield,
  getFindings,
  getHistoryCurve,
  getLimitState,
  getLimitStatus,
  getLiveData,
  getOrders,
  getPlantDay,
  type Handlers,
  type HistoryCurve,
  type LimitState,
  type LiveData,
  type PlantDay,
  SOCKETS,
} from '@heliograph/contract';
import { WebSocketServer } from 'ws';
import { liveDataJson } from '../../apps/gateway/src/encoding/live-data-json.ts';
import { API_HEADERS } from '../../apps/gateway/src/http/answers/response-headers.ts';
import {
  createFirstPages,
  type FirstPages,
  openPageRenderer,
} from '../../apps/gateway/src/http/pages/first-pages.ts';
import { openStaticWeb, type StaticWeb } from '../../apps/gateway/src/http/pages/static-web.ts';
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
  /** A built web app, or a page by hand. What renders its pages lies beside it, where there is one. */
  readonly webFolder: string;
  /** The page brings its script and its styles in itself, which the content policy of the product forbids. */
  readonly isOneFile?: boolean;
  readonly plant: LivePlant;
}

/**
 * Serves the folder as the gateway does, with the same headers and the same content policy, and with the values in the
 * page. As an original device, it sends gzip only and ends every connection after its answer.
 */
export async function startDevice({ webFolder, isOneFile, plant }: DeviceOptions): Promise<Device> {
  const web = await openStaticWeb(webFolder, '/');
  if (!web.isBuilt) throw new Error(`there is no page in ${webFolder}`);
  const firstPages = await openFirstPages(webFolder, web, plant);
  await firstPages.warmUp(); // as a gateway does at its start
  const unknownCalls: string[] = [];
  const answers: Readonly<Record<string, (query: URLSearchParams) => string>> = {
    [getLiveData.path]: plant.liveText,
    [getLimitStatus.path]: () => limitText(plant.serials),
    [getPlantDay.path]: () => JSON.stringify(plantDay()),
    [getHistoryCurve.path]: (query) => JSON.stringify(curveOf(query)),
    [getExpectedYield.path]: (query) => JSON.stringify(expectedIn(query)),
    [getFindings.path]: () => JSON.stringify(NO_FINDINGS),
    // Whoever opens the dialog of the limit asks who else has a say, and with which orders.
    [getLimitState.path]: () => JSON.stringify(limitsOfNobody(plant.serials)),
    [getOrders.path]: () => JSON.stringify({ orders: [] }),
    [authenticate.path]: () => JSON.stringify({ type: 'success', message: '', code: 10002 }),
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://device');
    const answer = answers[pathname];
    response.shouldKeepAlive = false;
    if (answer !== undefined) sendText(response, 200, answer(searchParams));
    else if (pathname.startsWith('/api/')) {
      unknownCalls.push(pathname);
      sendText(response, 404, '{}');
    } else void sendPage({ web, firstPages, isOneFile }, request, response);
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

interface Pages {
  readonly web: StaticWeb;
  readonly firstPages: FirstPages;
  readonly isOneFile: boolean | undefined;
}

async function sendPage(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const path = new URL(url, 'http://device').pathname;
  // Over plain http browsers take no other encoding, except from their own machine, as here.
  const asked = { ...request.headers, 'accept-encoding': 'gzip' };
  const { status, headers, body } =
    (await pages.firstPages.answer(path, url, asked)) ?? pages.web.answer(path, asked);
  const { 'content-security-policy': policy, ...others }: Record<string, string> = { ...headers };
  response.writeHead(status, {
    ...others,
    ...(policy !== undefined && !pages.isOneFile && { 'content-security-policy': policy }),
    ...(body !== undefined && { 'content-length': body.length }),
  });
  response.end(body);
}

/** The pages of the gateway, with the values of the plant. */
async function openFirstPages(webFolder: string, web: StaticWeb, plant: LivePlant): Promise<FirstPages> {
  const handlers: Partial<Handlers> = { getLiveData: plant.liveData };
  return createFirstPages({
    renderer: await openPageRenderer(webFolder, web.pages),
    handlers: handlers as Handlers, // the live view begins with no other call
    answerTexts: { getLiveData: (live) => Buffer.from(liveDataJson(live as LiveData)) }, // no page asks for one inverter
    basePath: '/',
    clock: { monotonicMs: () => performance.now() },
    deviceClock: { unixMs: () => Date.now(), utcOffsetS: () => 0 },
    allowReadonly: () => true,
    holderOf: () => undefined,

    shareBy: () => undefined,
    log: {
      warn: (text) => {
        throw new Error(text);
      },
    },
  });
}

const limitsOfNobody = (serials: readonly string[]): LimitState => ({
  ...{ armed: false, held: [] },
  inverters: serials.map((serial) => ({ serial, permanent_count: 0 })),
});

function limitText(serials: readonly string[]): string {
  const status = { limit_relative: 100, max_power: 1500, limit_set_status: 'Ok' };
  return JSON.stringify(Object.fromEntries(serials.map((serial) => [serial, status])));
}

const DAY_S = 86_400;
const CURVE_STEP_S = 300;
const SKY_STEP_S = 900;
const NO_FINDINGS: Findings = { findings: [], strings: [], has_judged: true };

/** Today in UTC, with the sun from six to six. */
function plantDay(): PlantDay {
  const now = Math.floor(Date.now() / 1000);
  const midnight = now - (now % DAY_S);
  const date = new Date(midnight * 1000).toISOString().slice(0, 10);
  return {
    ...{ date, today: date, now, timezone: 'UTC0' },
    ...{ sunrise: midnight + DAY_S / 4, sunset: midnight + (DAY_S * 3) / 4 },
  };
}

/** The times of a question, a step apart, up to now or beyond. */
function timesIn(query: URLSearchParams, stepS: number, isBeyondNow: boolean): number[] {
  const from = Number(query.get('from'));
  const to = Math.min(Number(query.get('to')), isBeyondNow ? Number.POSITIVE_INFINITY : Date.now() / 1000);
  return Array.from(
    { length: Math.max(0, Math.floor((to - from) / stepS)) },
    (_, index) => from + index * stepS,
  );
}

/** In W, at a time in Unix seconds. */
const clearSkyW = (atS: number) => Math.round(Math.max(0, -Math.cos((atS / DAY_S) * 2 * Math.PI)) * 2000);

function curveOf(query: URLSearchParams): HistoryCurve {
  const at = timesIn(query, CURVE_STEP_S, false);
  const mean = query.get('measure') === 'limit' ? at.map(() => 100) : at.map(clearSkyW);
  return { tier: 'minute', step: CURVE_STEP_S, at, mean, min: mean, max: mean };
}

function expectedIn(query: URLSearchParams): ExpectedYield {
  const at = timesIn(query, SKY_STEP_S, true);
  const high = at.map(clearSkyW);
  return {
    ...{ at, high, low: high.map((power) => power * 0.9), rough: false },
    ...{ low_energy: 13_500, high_energy: 15_000 },
  };
}
