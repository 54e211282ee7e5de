import type { ChipEvent, ChipFault, ChipLink } from '../../src/nrf24/ports.ts';
import type { ExchangeRequest } from '../../src/radio.ts';

/** So often a radio that listens by the rules changes its RF channel. */
const HOP_US = 4_088;

export interface FakeLink extends ChipLink {
  readonly settings: string[];
  fault: ChipFault | undefined;
}

/**
 * Says of each exchange at once that it was acknowledged, brings the packet back as the answer, and then hops for as long as it is to
 * listen. `onHop` is called in place of what a chip would be asked.
 */
export function createFakeLink(onHop: () => void = () => undefined): FakeLink {
  let next: ExchangeRequest | undefined;
  let until = 0;
  let hopDueUs = 0;
  const settings: string[] = [];
  const link: FakeLink = {
    settings,
    fault: undefined,
    start(request) {
      next = request;
    },
    setReadingPipe: (address) => void settings.push(`pipe ${address}`),
    setPaLevel: (level) => void settings.push(`pa ${level}`),
    setHopMode: (mode) => void settings.push(`hops ${mode}`),
    advance(nowUs) {
      const events: ChipEvent[] = [];
      if (next !== undefined) {
        events.push({ kind: 'sent', result: { isAcknowledged: true, tries: 1, rfChannel: 23 } });
        events.push({ kind: 'packet', packet: { bytes: next.bytes, rfChannel: 40 } });
        until = nowUs + 1000 * next.listenMs;
        hopDueUs = nowUs + HOP_US;
        next = undefined;
      }
      while (hopDueUs <= nowUs && nowUs < until) {
        onHop();
        hopDueUs += HOP_US;
      }
      const isListening = nowUs < until;
      return { events, dueUs: isListening ? hopDueUs : nowUs + 3_000_000, isPunctual: isListening };
    },
    status: () => ({ connected: link.fault === undefined, plusVariant: true, fault: link.fault }),
    stop: () => void settings.push('stop'),
  };
  return link;
}
