import { setTimeout as wait } from 'node:timers/promises';
import { getLiveData, getSources, type LiveData, type SourceList, saveSource } from '@heliograph/contract';
import type { GatewayProcess } from '../outside/gateway-process.ts';
import { jsonOf, postData, send } from '../outside/http-client.ts';
import { processUse } from '../outside/process-use.ts';
import { openSocket } from '../outside/socket-client.ts';
import type { DevicesProcess, DeviceUse } from './devices-process.ts';

/** What a gateway costs that has all its inverters from devices. */
export interface FarmFigures {
  /** From the start of the process until the last inverter is live. */
  readonly liveAfterMs: number;
  /** What that took of a processor: on a busy machine this says more. */
  readonly cpuUntilLiveMs: number;
  /** Of one core. */
  readonly cpuPercent: number;
  readonly memoryMb: number;
  /** To a browser that shows the home page, in the second that had most, and on average. */
  readonly pageBytesMost: number;
  readonly pageBytesMean: number;
  /** Of the device that sent most, on its socket. */
  readonly messagesPerSecond: number;
  /** At the device that has most of them. */
  readonly socketsMost: number;
  /** Of all devices together, asked for over HTTP. */
  readonly answersPerSecond: number;
}

export interface FarmRunOptions {
  readonly gateway: Pick<GatewayProcess, 'port' | 'pid' | 'end' | 'startAgain'>;
  readonly devices: DevicesProcess;
  /** From the start until it is looked at, */
  readonly settleMs: number;
  /** and for how long that is done then. */
  readonly measureMs: number;
}

const DEVICE_PASSWORD = 'openDTU42';
/** How exactly the moment is known at which the last inverter is live. */
const LOOK_EVERY_MS = 50;
const LIVE_WITHIN_MS = 60_000;
/** Which has everything, and is as long as the page that it belongs to; what follows is what counts. */
const FIRST_MESSAGE_WITHIN_MS = 1_500;
/** The head of a frame with so much in it. Source: RFC 6455, section 5.2. */
const FRAME_HEAD_BYTES = 4;

/** Sets up all devices in a gateway, as their owner does. */
export async function addDevices(
  { port }: Pick<GatewayProcess, 'port'>,
  devices: DevicesProcess,
): Promise<void> {
  for (const devicePort of devices.ports) {
    const answer = await postData(port, saveSource.path, {
      ...{ id: '', name: '', enabled: true, https: false, host: '127.0.0.1', port: devicePort, path: '' },
      ...{ user: 'admin', password: DEVICE_PASSWORD },
    });
    if (saveSource.read(jsonOf(answer))?.type !== 'success') throw new Error(`not saved: ${answer.text}`);
  }
}

/** Starts a gateway again that has the devices, and measures from then on. */
export async function measureFarm({
  gateway,
  devices,
  settleMs,
  measureMs,
}: FarmRunOptions): Promise<FarmFigures> {
  await gateway.end();
  const startMs = performance.now();
  const started = gateway.startAgain();
  await allLive(gateway.port, devices.serials);
  const liveAfterMs = performance.now() - startMs;
  await started;
  const cpuUntilLiveMs = cpuMs(gateway);
  const page = await openPage(gateway.port, devices.serials[0] ?? '');
  await wait(Math.max(FIRST_MESSAGE_WITHIN_MS, settleMs - (performance.now() - startMs)));
  const [before, cpuBeforeMs, fromMs] = [await devices.uses(), cpuMs(gateway), performance.now()];
  page.count();
  await wait(measureMs);
  const seconds = (performance.now() - fromMs) / 1000;
  const { memoryMb } = processUse(gateway.pid());
  const cpuPercent = (cpuMs(gateway) - cpuBeforeMs) / 10 / seconds;
  const pageBytes = page.bytes(Math.floor(seconds));
  page.close();
  const uses = difference(await devices.uses(), before);
  return {
    ...{ liveAfterMs, cpuUntilLiveMs, cpuPercent, memoryMb },
    pageBytesMost: Math.max(...pageBytes),
    pageBytesMean: sum(pageBytes) / seconds,
    messagesPerSecond: Math.max(...uses.map(({ messages }) => messages)) / seconds,
    socketsMost: Math.max(...uses.map(({ sockets }) => sockets)),
    answersPerSecond: sum(uses.map(({ answers }) => answers)) / seconds,
  };
}

const cpuMs = ({ pid }: Pick<GatewayProcess, 'pid'>) => processUse(pid()).cpuMs;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function difference(now: readonly DeviceUse[], before: readonly DeviceUse[]): readonly DeviceUse[] {
  return now.map(({ messages, answers, sockets }, index) => ({
    sockets,
    messages: messages - (before[index]?.messages ?? 0),
    answers: answers - (before[index]?.answers ?? 0),
  }));
}

/** Asks until all of these inverters answer. */
async function allLive(port: number, serials: readonly string[]): Promise<void> {
  const untilMs = performance.now() + LIVE_WITHIN_MS;
  while (performance.now() < untilMs) {
    const { inverters = [] } = (await areSourcesLive(port))
      ? await ask<LiveData>(port, getLiveData.path)
      : {};
    const live = new Set(inverters.filter(({ answering }) => answering === true).map(({ serial }) => serial));
    if (serials.every((serial) => live.has(serial))) return;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`not all of ${serials.length} inverters were live within ${LIVE_WITHIN_MS / 1000} s`);
}

/** Costs the gateway less than to tell all values. */
async function areSourcesLive(port: number): Promise<boolean> {
  const { sources = [] } = await ask<SourceList>(port, getSources.path);
  return sources.length > 0 && sources.every(({ state }) => state === 'live');
}

/** Nothing while it does not listen. */
async function ask<Answer>(port: number, path: string): Promise<Partial<Answer>> {
  try {
    return jsonOf(await send(port, path)) as Answer;
  } catch {
    return {};
  }
}

/** What the home page of a browser gets. */
async function openPage(port: number, shownSerial: string) {
  const { socket } = await openSocket(port, {}, '/livedata/lean');
  const bytes: number[] = [];
  let fromMs = Number.POSITIVE_INFINITY;
  socket.on('message', (data: Buffer) => {
    const second = Math.floor((performance.now() - fromMs) / 1000);
    if (second >= 0) bytes[second] = (bytes[second] ?? 0) + data.length + FRAME_HEAD_BYTES;
  });
  socket.send(`show ${shownSerial}`);
  return {
    count() {
      fromMs = performance.now();
    },
    bytes: (seconds: number) => Array.from({ length: seconds }, (_, second) => bytes[second] ?? 0),
    close: () => socket.terminate(),
  };
}
