export { type ChipLinkOptions, createChipLink } from './nrf24/chip-link.ts';
export type { ChipEvent, ChipFault, ChipLink, InputLine, OutputLine, SpiBus } from './nrf24/ports.ts';
export {
  type ExchangeRequest,
  HOP_MODES,
  type HopMode,
  NOBODY,
  type Packet,
  type PaLevel,
  type Radio,
  type RadioBand,
  type RadioStatus,
  SENDING_MS_MAX,
  type SendResult,
} from './radio.ts';
export { MACHINE_FAULTS, type MachineFault, type RadioFault } from './radio-fault.ts';
export {
  FIRST_TRANSMIT_RF_CHANNEL,
  hopsBetween,
  RECEIVE_HOP_INTERVAL_MS,
  RF_CHANNELS,
  type RfChannel,
  rfChannelAfter,
  SLOT_MS,
  SLOTS_PER_HOP,
  SLOTS_PER_SENDING_HOP,
} from './rf-channels.ts';
