import { decodeAirPacket, encodeAirPacket, encodeChannelChange, isForDtu } from '@heliograph/protocol';
import { type ExchangeRequest, NOBODY, type Packet, type Radio } from '@heliograph/radio';
import { expect, it } from 'vitest';
import { createChipBench } from './chip-bench.ts';

const INVERTER = '114400000001';
const DTU = '199980112345';
const RF_CHANNEL = 21;

/** The least that a driver below 1 GHz would be: what is sent goes out in code words, and of what is heard only what is ours comes in. */
function createBareRadio() {
  const air: { readonly rfChannel: number; readonly coded: Uint8Array }[] = [];
  const listeners = new Set<(packet: Packet<'sub-ghz'>) => void>();
  let last: ExchangeRequest<'sub-ghz'> | undefined;
  const radio: Radio<'sub-ghz'> = {
    bands: ['sub-ghz'],
    exchange(request, onSent) {
      last = request;
      const { rfChannel } = request;
      air.push({ rfChannel, coded: encodeAirPacket(request.bytes) });
      onSent({ isAcknowledged: false, tries: 1, rfChannel });
    },
    onPacket(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setReadingPipe: () => undefined,
    setPaLevel: () => undefined,
    setHopMode: () => undefined,
    status: () => ({ connected: true, plusVariant: true }),
    stop: () => listeners.clear(),
  };
  const hear = (coded: Uint8Array) => {
    const read = decodeAirPacket(coded);
    if (last === undefined || !read.ok || !isForDtu(read.packet, last.ownAddress)) return;
    for (const listener of listeners) listener({ bytes: read.packet, rfChannel: last.rfChannel });
  };
  return { radio, air, hear };
}

const REQUEST: ExchangeRequest<'sub-ghz'> = {
  ...{ band: 'sub-ghz', rfChannel: RF_CHANNEL, ownAddress: DTU.slice(-8), listenMs: 100 },
  bytes: encodeChannelChange(INVERTER, DTU, RF_CHANNEL),
};

it('the port carries what a chip below 1 GHz needs', () => {
  const { radio, air, hear } = createBareRadio();
  const heard: Packet<'sub-ghz'>[] = [];
  radio.onPacket((packet) => heard.push(packet));
  radio.exchange(REQUEST, ({ rfChannel }) => expect(rfChannel).toBe(RF_CHANNEL));
  expect(air).toEqual([{ rfChannel: RF_CHANNEL, coded: encodeAirPacket(REQUEST.bytes) }]);
  hear(encodeAirPacket(encodeChannelChange(INVERTER, '199980112346', RF_CHANNEL)));
  expect(heard).toEqual([]);
  hear(encodeAirPacket(REQUEST.bytes));
  expect(heard).toEqual([{ bytes: REQUEST.bytes, rfChannel: RF_CHANNEL }]);
});

it('each kind of chip takes its own requests only, by their types', () => {
  const { link } = createChipBench();
  // @ts-expect-error: the nRF24 has no such band
  link.start(REQUEST);
  const toPipe: ExchangeRequest = { bytes: REQUEST.bytes, pipeAddress: NOBODY, listenMs: 1 };
  // @ts-expect-error: below 1 GHz there are no pipes
  const wrong: ExchangeRequest<'sub-ghz'> = toPipe;
  expect('band' in wrong).toBe(false);
  const { radio } = createBareRadio();
  // @ts-expect-error: who wants an nRF24 is not given another chip
  const other: Radio = radio;
  expect(other.bands).not.toContain('nrf24');
});
