export {
  type Packet,
  type PaLevel,
  type Radio,
  type RadioStatus,
  RF_CHANNELS,
  type RfChannel,
  type Transmission,
} from './radio.ts';
