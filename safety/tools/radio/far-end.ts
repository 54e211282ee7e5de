import {
  type DecodedRequest,
  decodeAlarmLog,
  decodeRealTimeData,
  decodeRequest,
  encodeAlarmLog,
  encodeAnswer,
  encodeRealTimeData,
  type ModelFamily,
  modelFamilyOf,
} from '@heliograph/protocol';
import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { DTU, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import type { FakeRadio } from '@heliograph/testbed/radio/fake-radio.ts';
import { damaged } from './bad-packets.ts';

export const SERIAL = '116181452037';
export const FOREIGN_SERIAL = '116181452030';
export const FIRST_PACKET_MS = 20;
const NEXT_PACKET_MS = 8;
const LATE_MAX_MS = 60;
/** More than what it has measured, so that an answer has five packets, as in the reference model. */
const PAYLOAD_BYTES = 68;
const EVENTS = 6;

/** How the air treats packets. Shares are chances from 0 to 1. */
export interface BadAir {
  /** Of every packet, both ways. */
  readonly loss: number;
  /** Packets of an answer that come twice, the second up to 60 ms later. */
  readonly twice?: number;
  /** Packets of an answer that come up to 60 ms late, and so in another order. */
  readonly late?: number;
  readonly damaged?: number;
  /** Requests that another inverter answers, in full and well formed. */
  readonly foreign?: number;
  /** Requests upon which some packets of the answer before, never all, come once more. */
  readonly leftOver?: number;
}

interface Told {
  readonly packets: readonly Uint8Array[];
  /** What it means, as JSON. */
  readonly meaning: string;
  readonly atMs: number;
}

interface FarEndParts {
  readonly clock: VirtualClock;
  readonly radio: FakeRadio;
  readonly dice: () => number;
  readonly air: () => BadAir;
}

/** An inverter without any air: what it says to a request, and what that means. */
export function createTeller(clock: Pick<VirtualClock, 'monotonicMs'>) {
  let told: Told | undefined;
  let key = '';
  const last = new Map<string, Told>();
  let count = 0;
  return {
    packetsFor(request: DecodedRequest['request']): readonly Uint8Array[] {
      if (request.kind === 'Retransmit') return told?.packets.slice(request.index - 1, request.index) ?? [];
      const newKey = JSON.stringify(request);
      if (told === undefined || newKey !== key) {
        count += 1;
        told = tell(request, count, clock.monotonicMs());
        last.set(request.kind, told);
        key = newKey;
      }
      return told.packets;
    },
    /** All packets of what it has told last. */
    lastPackets: () => told?.packets ?? [],
    /** What the inverter has told last when it was asked for `kind`. */
    lastTold: (kind: 'RealTimeRunData' | 'AlarmData') => last.get(kind),
  };
}

/** An inverter, and what becomes of its packets on their way. */
export function createFarEnd({ clock, radio, dice, air }: FarEndParts) {
  const { packetsFor, lastPackets, lastTold } = createTeller(clock);

  function arrive(packet: Uint8Array, afterMs: number): void {
    clock.after(afterMs, () => radio.deliver(packet));
  }

  function send(packet: Uint8Array, afterMs: number): void {
    const { loss, twice = 0, late = 0, damaged: damage = 0 } = air();
    if (dice() < loss) return;
    const bytes = dice() < damage ? damaged(packet, dice) : packet;
    const arrivesMs = afterMs + (dice() < late ? dice() * LATE_MAX_MS : 0);
    arrive(bytes, arrivesMs);
    if (dice() < twice) arrive(bytes, arrivesMs + dice() * LATE_MAX_MS);
  }

  function answer(request: DecodedRequest['request']): void {
    packetsFor(request).forEach((packet, index) => {
      send(packet, FIRST_PACKET_MS + index * NEXT_PACKET_MS);
    });
  }

  /** What has nothing to do with this request. */
  function disturb(request: DecodedRequest['request']): void {
    const { foreign = 0, leftOver = 0 } = air();
    const old = dice() < leftOver ? lastPackets() : [];
    const missing = Math.floor(dice() * old.length); // not all of them: a whole answer is one
    for (const [index, packet] of old.entries()) {
      if (index !== missing && dice() < 0.5) arrive(packet, dice() * LATE_MAX_MS);
    }
    if (dice() >= foreign || request.kind === 'Retransmit') return;
    goodAnswer(request, FOREIGN_SERIAL).forEach((packet, index) => {
      arrive(packet, FIRST_PACKET_MS + index * NEXT_PACKET_MS);
    });
  }

  radio.onTransmit(({ bytes }) => {
    const request = decodeRequest(bytes)?.request;
    if (request === undefined) return;
    disturb(request);
    if (dice() >= air().loss) answer(request);
  });

  return { lastTold };
}

function tell(
  request: Exclude<DecodedRequest['request'], { kind: 'Retransmit' }>,
  count: number,
  atMs: number,
): Told {
  const link = { inverterSerial: SERIAL, dtuSerial: DTU.dtu_serial };
  const family = modelFamilyOf(SERIAL);
  if (request.kind === 'RealTimeRunData' && family !== undefined) {
    const payload = measurement(family, count);
    return {
      packets: encodeAnswer(payload, link),
      meaning: JSON.stringify(decodeRealTimeData(family, payload)),
      atMs,
    };
  }
  if (request.kind === 'AlarmData') {
    const payload = encodeAlarmLog(
      Array.from({ length: EVENTS }, (_, index) => ({
        code: 1,
        startS: (count * 31 + index) % 40_000,
        endS: 41_000,
      })),
    );
    return { packets: encodeAnswer(payload, link), meaning: JSON.stringify(decodeAlarmLog(payload)), atMs };
  }
  return { packets: goodAnswer(request, SERIAL), meaning: '', atMs };
}

/** The measurement number `count`; every value of it is another one than in the one before. */
function measurement(family: ModelFamily, count: number): Uint8Array {
  const value = (step: number, range: number) => (count * step) % range;
  const payload = encodeRealTimeData(family, {
    strings: Array.from({ length: family.stringCount }, (_, index) => ({
      voltageV: 20 + value(7 + index, 200) / 10,
      currentA: value(13 + index, 1500) / 100,
      powerW: value(17 + index, 4000) / 10,
      yieldDayWh: value(3 + index, 9000),
      yieldTotalKWh: 100 + count / 1000,
    })),
    ac: {
      phases: [{ voltageV: 220 + value(11, 200) / 10, currentA: value(23, 700) / 100 }],
      lineVoltagesV: [],
      frequencyHz: 49.8 + value(3, 40) / 100,
      powerW: 1 + value(19, 15_000) / 10,
      reactivePowerVar: value(5, 100) / 10,
      powerFactor: value(29, 1000) / 1000,
      temperatureC: value(31, 600) / 10,
    },
    eventCount: 1 + Math.floor(count / EVENTS_EVERY),
  });
  const long = new Uint8Array(PAYLOAD_BYTES);
  long.set(payload);
  return long;
}

/** From time to time there is something new in the event log. */
const EVENTS_EVERY = 20;
