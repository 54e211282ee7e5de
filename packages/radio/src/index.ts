export type { Packet, PaLevel, Radio, RadioStatus, Transmission } from './radio.ts';
export {
  FIRST_TRANSMIT_RF_CHANNEL,
  hopsBetween,
  RECEIVE_HOP_INTERVAL_MS,
  RF_CHANNELS,
  type RfChannel,
  rfChannelAfter,
} from './rf-channels.ts';
