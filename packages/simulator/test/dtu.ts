import type { Reading } from '@heliograph/domain';
import {
  ANSWER_TIMEOUT_MS,
  type CommandKind,
  type ControlRequest,
  createAssembly,
  type DataCommandKind,
  decodeFragment,
  decodeRealTimeData,
  encodeRequest,
  encodeRetransmitRequest,
  isAnswerTo,
  joinPayload,
  modelFamilyOf,
  pipeAddress,
  RETRANSMIT_TIMEOUT_MS,
  type Request,
} from '@heliograph/protocol';
import type { HopMode, Packet } from '@heliograph/radio';
import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import {
  createSimulatedRadio,
  keepPace,
  type Scenario,
  type SimulatedRadio,
  type SimulatedRadioOptions,
  type SimulationMemory,
  type Site,
} from '../src/index.ts';

export const DTU_SERIAL = '199980112345';
/** Noon in central Europe, midsummer. */
export const NOON_MS = Date.UTC(2024, 5, 21, 11, 13);

/** The asking end, as a gateway does it, on a clock that the test moves. */
export interface Dtu {
  readonly clock: VirtualClock;
  readonly radio: SimulatedRadio;
  /** Every packet that was heard, with its time. */
  readonly heard: { readonly atMs: number; readonly packet: Packet }[];
  transmissions(): number;
  /** Sends one packet as it is. */
  send(serial: string, bytes: Uint8Array): void;
  /** A whole data exchange: up to 5 transmissions, up to 5 retransmit requests. Undefined when it failed. */
  ask(serial: string, kind: DataCommandKind): Uint8Array | undefined;
  /** Whether the command was acknowledged. */
  command(serial: string, request: ControlRequest): boolean;
  reading(serial: string): Reading | undefined;
}

export interface DtuOptions {
  readonly scenario: Scenario;
  readonly seed?: number;
  readonly speed?: number;
  readonly startUnixMs?: number;
  readonly site?: Site;
  readonly memory?: SimulationMemory;
  /** As original devices hop, where it is not said. */
  readonly hopMode?: HopMode;
  /** The simulated radio, where it is not said. */
  readonly createRadio?: (options: SimulatedRadioOptions) => SimulatedRadio;
}

const TRIES = 5;
const LISTEN_MS = 2000;

export function createDtu(options: DtuOptions): Dtu {
  const { scenario, seed = 1, speed = 1, startUnixMs = NOON_MS, site, memory, hopMode = 'free' } = options;
  const { createRadio = createSimulatedRadio } = options;
  const hostClock = createVirtualClock(startUnixMs);
  const clock = { ...hostClock, ...keepPace(hostClock, speed) };
  const radio = createRadio({
    scenario,
    clock,
    seed,
    speed,
    ...(site === undefined ? {} : { site }),
    ...(memory === undefined ? {} : { memory }),
  });
  radio.setReadingPipe(pipeAddress(DTU_SERIAL));
  radio.setHopMode(hopMode);
  const heard: { atMs: number; packet: Packet }[] = [];
  const assembly = createAssembly();
  radio.onPacket((packet) => {
    heard.push({ atMs: clock.monotonicMs(), packet });
    const result = decodeFragment(packet.bytes);
    if (result.ok) assembly.add(result.fragment);
  });
  let transmissions = 0;

  function send(serial: string, bytes: Uint8Array): void {
    radio.exchange({ bytes, pipeAddress: pipeAddress(serial), listenMs: LISTEN_MS }, () => {});
    transmissions++;
  }

  function exchange(serial: string, request: Request): ReturnType<typeof assembly.status> {
    const link = { inverterSerial: serial, dtuSerial: DTU_SERIAL };
    const kind: CommandKind = request.kind;
    const bytes = encodeRequest(request, link);
    assembly.clear();
    for (let attempt = 0; attempt < TRIES && assembly.status().kind === 'empty'; attempt++) {
      send(serial, bytes);
      clock.advance(ANSWER_TIMEOUT_MS[kind] + 1);
    }
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const status = assembly.status();
      if (status.kind !== 'missing') break;
      send(serial, encodeRetransmitRequest(status.index, link));
      clock.advance(RETRANSMIT_TIMEOUT_MS + 1);
    }
    return assembly.status();
  }

  function ask(serial: string, kind: DataCommandKind): Uint8Array | undefined {
    const status = exchange(serial, { kind, timeS: Math.floor(clock.unixMs() / 1000) });
    if (status.kind !== 'complete' || !isAnswerTo(kind, status.fragments)) return undefined;
    const result = joinPayload(status.fragments);
    return result.ok ? result.payload : undefined;
  }

  return {
    clock,
    radio,
    heard,
    transmissions: () => transmissions,
    send,
    ask,
    command(serial, request) {
      const status = exchange(serial, request);
      return status.kind === 'complete' && isAnswerTo(request.kind, status.fragments);
    },
    reading(serial) {
      const family = modelFamilyOf(serial);
      const payload = ask(serial, 'RealTimeRunData');
      return family && payload && decodeRealTimeData(family, payload);
    },
  };
}
