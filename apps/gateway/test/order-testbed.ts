import type { LimitCommand } from '@heliograph/domain';
import type { DecodedRequest, Request } from '@heliograph/protocol';
import { createAirTestbed, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { knownLimitPercent } from '../src/fleet/limit-state.ts';

/** Windows of a limit or power command, and so many transmissions of it. */
export const WINDOW_MS = 2001;
export const TRANSMISSIONS = 5;

export const A = '112100000001';
export const B = '114100000002';

export const percent = (value: number): LimitCommand => ({ value, isRelative: true, isPersistent: false });
export const watts = (value: number): LimitCommand => ({ value, isRelative: false, isPersistent: false });

/** Inverters of which a test decides with each request whether it is heard. */
export function createOrderTestbed(
  hears: (request: Request, serial: string) => boolean,
  serials: readonly string[] = [A],
) {
  return createAirTestbed({
    serials,
    answer: ({ request }: DecodedRequest, serial) =>
      request.kind !== 'Retransmit' && hears(request, serial) ? goodAnswer(request, serial) : [],
  });
}

export type OrderTestbed = ReturnType<typeof createOrderTestbed>;

export const limitOf = ({ fleet }: OrderTestbed, serial = A) => fleet.find(serial)?.limit;

/** State and value of an inverter's limit, such as `Ok 60`. */
export function shown(on: OrderTestbed, serial = A): string | undefined {
  const limit = limitOf(on, serial);
  return limit && `${limit.commandState} ${knownLimitPercent(limit)}`;
}

export const countOf = ({ sentKinds }: OrderTestbed, kind: Request['kind']) =>
  sentKinds().filter((sent) => sent === kind).length;

/** The value of every limit that was sent, in tenths. */
export const sentLimits = ({ radio }: OrderTestbed) =>
  radio.sent
    .filter(({ bytes }) => bytes[0] === 0x51 && bytes[10] === 0x0b)
    .map(({ bytes }) => ((bytes[12] ?? 0) << 8) | (bytes[13] ?? 0));

/** More inverters than can be configured, whose orders do fill the queue. */
export const manySerials = (count: number) =>
  Array.from({ length: count }, (_, index) => `1141000000${10 + index}`);
