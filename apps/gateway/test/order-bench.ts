import type { DecodedRequest, Request } from '@heliograph/protocol';
import { knownLimitPercent, type LimitCommand } from '../src/fleet/limit-state.ts';
import { createAirBench, goodAnswer } from './air-bench.ts';

/** Windows of a limit or power command, and so many transmissions of it. */
export const WINDOW_MS = 2001;
export const TRANSMISSIONS = 5;

export const A = '112100000001';
export const B = '114100000002';

export const percent = (value: number): LimitCommand => ({ value, isRelative: true, isPersistent: false });
export const watts = (value: number): LimitCommand => ({ value, isRelative: false, isPersistent: false });

/** Inverters of which a test decides with each request whether it is heard. */
export function createOrderBench(
  hears: (request: Request, serial: string) => boolean,
  serials: readonly string[] = [A],
) {
  return createAirBench({
    serials,
    answer: ({ request }: DecodedRequest, serial) =>
      request.kind !== 'Retransmit' && hears(request, serial) ? goodAnswer(request, serial) : [],
  });
}

export type OrderBench = ReturnType<typeof createOrderBench>;

export const limitOf = ({ fleet }: OrderBench, serial = A) => fleet.find(serial)?.limit;

/** State and value of an inverter's limit, such as `Ok 60`. */
export function shown(on: OrderBench, serial = A): string | undefined {
  const limit = limitOf(on, serial);
  return limit && `${limit.commandState} ${knownLimitPercent(limit)}`;
}

export const countOf = ({ sentKinds }: OrderBench, kind: Request['kind']) =>
  sentKinds().filter((sent) => sent === kind).length;

/** The value of every limit that was sent, in tenths. */
export const sentLimits = ({ radio }: OrderBench) =>
  radio.sent
    .filter(({ bytes }) => bytes[0] === 0x51 && bytes[10] === 0x0b)
    .map(({ bytes }) => ((bytes[12] ?? 0) << 8) | (bytes[13] ?? 0));

/** More inverters than can be configured, whose orders do fill the queue. */
export const manySerials = (count: number) =>
  Array.from({ length: count }, (_, index) => `1141000000${10 + index}`);
