import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AssemblyStatus,
  addressText,
  createAssembly,
  decodeFragment,
  decodeRequest,
  encodeAnswer,
  encodeControlAnswer,
  encodeFragment,
  encodeRequest,
  encodeRetransmitRequest,
  type Fragment,
  isAnswerTo,
  joinPayload,
  LIMIT_TYPES,
  type Request,
} from '../src/index.ts';
import { hex8, link, steps, uint } from './arbitraries.ts';

/** What is encoded comes back; the vectors tell whether it is also right. */

const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'RealTimeRunData' as const,
      'AlarmData' as const,
      'DevInfoAll' as const,
      'DevInfoSimple' as const,
      'SystemConfigPara' as const,
    ),
    timeS: uint(32),
  }),
  fc.record({
    kind: fc.constant('ActivePowerControl' as const),
    limit: steps(0xffff, 10),
    limitType: fc.constantFrom(...LIMIT_TYPES),
  }),
  fc.record({
    kind: fc.constant('PowerControl' as const),
    action: fc.constantFrom('on' as const, 'off' as const, 'restart' as const),
  }),
);

describe('requests', () => {
  it('come back', () => {
    fc.assert(
      fc.property(request, link, (sent, ends) => {
        expect(decodeRequest(encodeRequest(sent, ends))).toEqual({
          inverter: addressText(ends.inverterSerial),
          dtu: addressText(ends.dtuSerial),
          request: sent,
        });
      }),
    );
  });

  it('for one fragment come back', () => {
    fc.assert(
      fc.property(uint(7), link, (index, ends) => {
        expect(decodeRequest(encodeRetransmitRequest(index, ends))?.request).toEqual({
          kind: 'Retransmit',
          index,
        });
      }),
    );
  });

  it('with one changed bit are refused', () => {
    fc.assert(
      fc.property(request, link, fc.nat(), (sent, ends, position) => {
        const packet = encodeRequest(sent, ends);
        const bit = position % (packet.length * 8);
        packet[bit >> 3] = (packet[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(decodeRequest(packet)).toBeUndefined();
      }),
    );
  });
});

describe('fragments', () => {
  it('come back', () => {
    fc.assert(
      fc.property(
        fc.record({
          mainCommand: uint(8),
          target: uint(32).map(hex8),
          source: uint(32).map(hex8),
          index: uint(7),
          isLast: fc.boolean(),
          body: fc.uint8Array({ maxLength: 21 }),
        }),
        (fragment) => {
          expect(decodeFragment(encodeFragment(fragment))).toEqual({ ok: true, fragment });
        },
      ),
    );
  });
});

function fragmentOf(packet: Uint8Array | undefined): Fragment {
  const result = decodeFragment(packet ?? new Uint8Array());
  if (!result.ok) throw new Error(result.reason);
  return result.fragment;
}

/** `waiting` holds the places (from 0) of the packets that have not arrived yet. */
function expectStatus(status: AssemblyStatus, waiting: ReadonlySet<number>): void {
  if (status.kind !== 'missing') expect(waiting.size).toBe(0);
  else if (status.lastKnown) expect(status.index).toBe(Math.min(...waiting) + 1);
  else expect(waiting).toContain(status.index - 1);
}

describe('answers', () => {
  it('come back whatever the order in which their packets arrive, and however often', () => {
    const arrivals = fc.array(fc.nat(), { maxLength: 40 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 190 }), link, arrivals, (payload, ends, order) => {
        const packets = encodeAnswer(payload, ends);
        const assembly = createAssembly();
        const waiting = new Set(packets.keys());
        for (const pick of [...order.map((number) => number % packets.length), ...waiting]) {
          assembly.add(fragmentOf(packets[pick]));
          waiting.delete(pick);
          expectStatus(assembly.status(), waiting);
        }
        const status = assembly.status();
        if (status.kind !== 'complete') throw new Error(status.kind);
        expect(isAnswerTo('AlarmData', status.fragments)).toBe(true);
        expect(isAnswerTo('PowerControl', status.fragments)).toBe(false);
        expect(joinPayload(status.fragments)).toEqual({ ok: true, payload });
      }),
    );
  });

  it('to control commands come back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ActivePowerControl' as const, 'PowerControl' as const),
        link,
        (kind, ends) => {
          const result = decodeFragment(encodeControlAnswer(kind, ends));
          expect(result).toMatchObject({ ok: true, fragment: { index: 1, isLast: true } });
          expect(result.ok && isAnswerTo(kind, [result.fragment])).toBe(true);
        },
      ),
    );
  });
});
