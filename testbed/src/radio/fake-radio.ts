import {
  type ExchangeRequest,
  FIRST_TRANSMIT_RF_CHANNEL,
  type Packet,
  type PaLevel,
  type Radio,
  type RadioStatus,
  type RfChannel,
  rfChannelAfter,
} from '@heliograph/radio';

/** What was sent, and on which RF channel: one on with each packet, as original devices do. */
export interface Transmission extends ExchangeRequest {
  readonly rfChannel: RfChannel;
}

/** A radio whose far end is the test: it keeps what is sent and hears what the test says. */
export interface FakeRadio extends Radio {
  readonly sent: Transmission[];
  readonly readingPipe: () => string | undefined;
  readonly paLevel: () => PaLevel | undefined;
  /** Who is told of every transmission, at the moment it is made. */
  onTransmit(listener: (transmission: Transmission) => void): void;
  /** Delivers a packet to whoever listens. */
  deliver(bytes: Uint8Array): void;
  /** From now on nobody acknowledges what is sent. */
  stopAcknowledging(): void;
}

export function createFakeRadio(): FakeRadio {
  const sent: Transmission[] = [];
  const listeners = new Set<(packet: Packet) => void>();
  const transmitListeners: ((transmission: Transmission) => void)[] = [];
  let readingPipe: string | undefined;
  let rfChannel: RfChannel = FIRST_TRANSMIT_RF_CHANNEL;
  let paLevel: PaLevel | undefined;
  let isAcknowledged = true;
  return {
    bands: ['nrf24'],
    sent,
    readingPipe: () => readingPipe,
    paLevel: () => paLevel,
    onTransmit(listener) {
      transmitListeners.push(listener);
    },
    deliver(bytes) {
      for (const listener of [...listeners]) listener({ bytes, rfChannel: 3 });
    },
    exchange(request, onSent) {
      const transmission = { ...request, rfChannel };
      rfChannel = rfChannelAfter(rfChannel);
      sent.push(transmission);
      onSent({ isAcknowledged, tries: 1, rfChannel: transmission.rfChannel });
      for (const listener of transmitListeners) listener(transmission);
    },
    stopAcknowledging() {
      isAcknowledged = false;
    },
    onPacket(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setReadingPipe(pipeAddress) {
      readingPipe = pipeAddress;
    },
    setPaLevel(level) {
      paLevel = level;
    },
    setHopMode() {},
    status: (): RadioStatus => ({ connected: true, plusVariant: true }),
    stop() {
      listeners.clear();
    },
  };
}
