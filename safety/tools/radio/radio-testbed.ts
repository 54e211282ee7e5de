/**
 * Everything that polls, on a clock of its own, with one inverter at the far end of an air that is as bad as a test
 * wants. Each measurement is another one and knows when it was made, so that nothing can be shown as what it is not.
 */

import { addressText, decodeRequest } from '@heliograph/protocol';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { DTU, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { createFakeRadio, type FakeRadio } from '@heliograph/testbed/radio/fake-radio.ts';
import { buildLiveData } from '../../../apps/gateway/src/encoding/live-data.ts';
import { createFleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { type InverterState, isReachable } from '../../../apps/gateway/src/fleet/inverter.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import { createAir } from '../../../apps/gateway/src/sources/radio/air.ts';
import { supportedInverters } from '../../../apps/gateway/src/sources/radio/supported-inverters.ts';
import { damaged } from './bad-packets.ts';
import { createChipFarEnd, type TappedRadio } from './chip-far-end.ts';
import { type BadAir, createFarEnd, FIRST_PACKET_MS, FOREIGN_SERIAL, SERIAL } from './far-end.ts';

/** What came of many polls. */
export interface PollOutcome {
  readonly polls: number;
  readonly answered: number;
  /** Measurements and event logs that are not what the inverter has told. */
  readonly wrong: number;
  /** The greatest difference between how old a measurement was shown and how old it was. */
  readonly ageErrorMs: number;
  /** Polls after which the inverter was shown as unreachable. */
  readonly unreachable: number;
  /** Polls after which the inverter was not shown as what three missed ones in a row, or a good one, make it. */
  readonly misjudged: number;
  /** Requests in the first turn when the air is good again. */
  readonly requestsAfter: number;
}

/** A turn comes when strictly more than the poll interval has passed. */
const turnMs = (pollIntervalS: number) => pollIntervalS * 1000 + 1;
const POLL_INTERVAL_S = 5;

export interface PollOptions {
  readonly polls: number;
  readonly air: BadAir;
  readonly seed: number;
  readonly pollIntervalS?: number;
}

/** Polls the inverter so often. */
export function pollOften({ polls, air, seed, pollIntervalS = POLL_INTERVAL_S }: PollOptions): PollOutcome {
  const testbed = createTestbed(pollIntervalS);
  let nowAir = air;
  const farEnd = createFarEnd({ ...testbed, dice: createDice(seed), air: () => nowAir });
  const judge = createJudge(testbed, farEnd);
  while (judge.polls() < polls) testbed.clock.advance(turnMs(pollIntervalS));
  const outcome = judge.outcome();
  nowAir = { loss: 0 };
  testbed.clock.advance(turnMs(pollIntervalS));
  const before = testbed.radio.sent.length;
  testbed.clock.advance(turnMs(pollIntervalS));
  const requestsAfter = testbed.radio.sent.length - before;
  testbed.air.stop();
  return { ...outcome, requestsAfter };
}

/**
 * So many damaged, foreign and senseless packets while answers are waited for, and never a good one. Tells how often
 * something was believed that the inverter has not told. (One whose content is whole and whose header only is damaged
 * may pass: what it says is right.)
 */
export function hearBadPackets({ count, seed }: { count: number; seed: number }): {
  readonly believed: number;
} {
  const { clock, fleet, radio, air } = createTestbed(POLL_INTERVAL_S);
  const dice = createDice(seed);
  const harmless = [knownOf(fleet.inverters()[0]), knownWhenAllIsWell()];
  let known = harmless[0];
  let heard = 0;
  let believed = 0;
  fleet.onChange(() => {
    const now = knownOf(fleet.inverters()[0]);
    now.forEach((part, index) => {
      if (part !== known?.[index] && !harmless.some((told) => told[index] === part)) believed += 1;
    });
    known = now;
  });
  let right: readonly Uint8Array[] = [];
  radio.onTransmit(({ bytes }) => {
    const request = decodeRequest(bytes)?.request;
    if (request === undefined) return;
    if (request.kind !== 'Retransmit') right = goodAnswer(request, SERIAL);
    clock.after(FIRST_PACKET_MS, () => {
      for (let packet = 0; packet < PACKETS_IN_A_WINDOW && heard < count; packet++, heard++) {
        radio.deliver(badPacket(right, packet, dice));
      }
    });
  });
  while (heard < count) clock.advance(turnMs(POLL_INTERVAL_S));
  air.stop();
  return { believed };
}

function knownWhenAllIsWell(): readonly string[] {
  const { clock, fleet, radio, air } = createTestbed(POLL_INTERVAL_S);
  radio.onTransmit(({ bytes }) => {
    const request = decodeRequest(bytes)?.request;
    if (request === undefined || request.kind === 'Retransmit') return;
    for (const packet of goodAnswer(request, SERIAL))
      clock.after(FIRST_PACKET_MS, () => radio.deliver(packet));
  });
  for (let turn = 0; turn < TURNS_TO_KNOW_ALL; turn++) clock.advance(turnMs(POLL_INTERVAL_S));
  air.stop();
  return knownOf(fleet.inverters()[0]);
}

const TURNS_TO_KNOW_ALL = 5;
const PACKETS_IN_A_WINDOW = 40;

/** Every second one is damaged, so that all packets of an answer come, each of them broken. */
function badPacket(right: readonly Uint8Array[], number: number, dice: () => number): Uint8Array {
  const packet = right[number % right.length] ?? new Uint8Array();
  if (number % 2 === 0) return damaged(packet, dice);
  if (number % 5 === 0) return Uint8Array.from({ length: Math.floor(dice() * 33) }, () => dice() * 256);
  const request = FOREIGN_REQUESTS[number % FOREIGN_REQUESTS.length] ?? SOME_REQUEST;
  const foreign = goodAnswer(request, FOREIGN_SERIAL, FOREIGN_POWER_W, FOREIGN_LIMIT_PERCENT);
  return foreign[Math.floor(dice() * foreign.length)] ?? packet;
}

const FOREIGN_POWER_W = 321;
const FOREIGN_LIMIT_PERCENT = 43;
const SOME_REQUEST = { kind: 'RealTimeRunData', timeS: 0 } as const;
const FOREIGN_REQUESTS = [
  SOME_REQUEST,
  { ...SOME_REQUEST, kind: 'AlarmData' },
  { ...SOME_REQUEST, kind: 'SystemConfigPara' },
] as const;

/** Everything that an answer can change. */
function knownOf(inverter: InverterState | undefined): readonly string[] {
  const { reading, eventLog, limit, deviceInfo } = inverter ?? {};
  const { firmware, hardware } = deviceInfo ?? {};
  return [reading, eventLog?.entries, limit?.percent, firmware, hardware].map((part) =>
    JSON.stringify([part]),
  );
}

/**
 * As `pollOften`, over the driver and the model of its chip, with the time slots of the inverter's radio between them. `loss` is of
 * packets, after all that the chips repeat by themselves; `damaged` ones have slipped through their checksums.
 */
export function pollOverChip({
  polls,
  air,
  seed,
  pollIntervalS = POLL_INTERVAL_S,
}: PollOptions): PollOutcome {
  const clock = createVirtualClock();
  const { radio, teller, offences } = createChipFarEnd({ clock, seed, air });
  const testbed = createTestbed(pollIntervalS, clock, radio);
  const judge = createJudge(testbed, teller);
  while (judge.polls() < polls) clock.advance(turnMs(pollIntervalS));
  testbed.air.stop();
  radio.stop();
  if (offences().length > 0) throw new Error(`what the chip forbids: ${offences().join(', ')}`);
  return { ...judge.outcome(), requestsAfter: 0 };
}

type Testbed = ReturnType<typeof createTestbed<TappedRadio>>;

function createTestbed<TestRadio extends TappedRadio = FakeRadio>(
  pollIntervalS: number,
  clock = createVirtualClock(),
  radio: TestRadio = createFakeRadio() as TappedRadio as TestRadio,
) {
  const configs = supportedInverters([{ serial: SERIAL, name: 'Roof', channel: [] }]);
  const fleet = createFleet({ clock, configs });
  const deviceClock = createDeviceClock({ clock, startSet: true });
  const dtu = { ...DTU, dtu_pollinterval: pollIntervalS };
  const air = createAir({ radio, fleet, clock, deviceClock, dtu, log: () => {} });
  air.start();
  return { clock, radio, fleet, air };
}

/** Compares what is shown with what is so. */
function createJudge(
  { clock, radio, fleet }: Pick<Testbed, 'clock' | 'radio' | 'fleet'>,
  farEnd: ReturnType<typeof createFarEnd>,
) {
  const counts = { polls: -1, answered: 0, wrong: 0, ageErrorMs: 0, unreachable: 0, misjudged: 0 };
  const totals = testTotals(fleet, clock);
  let pollTimeS = 0;
  let isAnswered = false;
  let missed = 0;
  let measuredAtMs: number | undefined;
  let known: InverterState | undefined = fleet.inverters()[0];

  fleet.onChange(() => {
    const inverter = fleet.inverters()[0];
    if (inverter !== undefined && inverter.readingAtMs !== known?.readingAtMs) takeMeasurement(inverter);
    if (inverter?.eventLog.readAtMs !== known?.eventLog.readAtMs) {
      if (JSON.stringify(inverter?.eventLog.entries) !== farEnd.lastTold('AlarmData')?.meaning)
        counts.wrong += 1;
    }
    known = inverter;
  });

  function takeMeasurement({ reading }: InverterState): void {
    isAnswered = true;
    const told = farEnd.lastTold('RealTimeRunData');
    measuredAtMs = told?.atMs;
    if (JSON.stringify(reading) !== told?.meaning) counts.wrong += 1;
  }

  function endPoll(): void {
    counts.polls += 1;
    if (counts.polls === 0) return; // nothing was asked before the first one
    missed = isAnswered ? 0 : missed + 1;
    if (isAnswered) counts.answered += 1;
    isAnswered = false;
    if (known === undefined) return;
    if (!isReachable(known)) counts.unreachable += 1;
    if (isReachable(known) !== missed < 3) counts.misjudged += 1;
    const nowMs = clock.monotonicMs();
    const [shown] = buildLiveData({
      totals: totals(),
      nowMs,
      uptimeS: nowMs / 1000,
      hints: NO_HINTS,
    }).inverters;
    if (measuredAtMs === undefined || shown === undefined) return;
    counts.ageErrorMs = Math.max(counts.ageErrorMs, Math.abs(shown.data_age * 1000 - (nowMs - measuredAtMs)));
  }

  radio.onTransmit(({ bytes }) => {
    const decoded = decodeRequest(bytes);
    if (decoded?.request.kind !== 'RealTimeRunData' || decoded.inverter !== addressText(SERIAL)) return;
    if (decoded.request.timeS === pollTimeS) return; // a repetition
    pollTimeS = decoded.request.timeS;
    endPoll();
  });

  return { polls: () => counts.polls, outcome: () => counts };
}

const NO_HINTS = { time_sync: false, radio_problem: false, default_password: false };
