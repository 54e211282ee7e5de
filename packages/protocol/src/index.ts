/**
 * Bytes and what they mean in the words of the domain: the radio protocol of the inverter families HM, HMS, HMT and HERF.
 * Pure and synchronous.
 */

export {
  type Assembly,
  type AssemblyStatus,
  createAssembly,
  joinPayload,
  type PayloadResult,
} from './assembly.ts';
export { crc8 } from './bytes/crc8.ts';
export { crc16 } from './bytes/crc16.ts';
export { bytesFromHex, hexFromBytes } from './bytes/hex.ts';
export { decodeAlarmLog, encodeAlarmLog } from './commands/alarm-log.ts';
export { encodeAnswer, encodeControlAnswer, isAnswerTo } from './commands/answer.ts';
export {
  ANSWER_TIMEOUT_MS,
  type CommandKind,
  type ControlCommandKind,
  type DataCommandKind,
  type Link,
  MAIN_COMMAND,
  RETRANSMIT_TIMEOUT_MS,
} from './commands/command.ts';
export type { DataRequest } from './commands/data-request.ts';
export {
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
} from './commands/device-info.ts';
export {
  acknowledgedLimitPercent,
  isPersistentLimit,
  isRelativeLimit,
  LIMIT_TYPES,
  type LimitRequest,
  type LimitType,
  limitTypeFor,
} from './commands/limit.ts';
export type { PowerRequest } from './commands/power.ts';
export {
  type AcData,
  decodeRealTimeData,
  encodeRealTimeData,
  type RealTimeData,
  type StringData,
} from './commands/real-time-data.ts';
export {
  type ControlRequest,
  type DecodedRequest,
  decodeRequest,
  encodeRequest,
  type Request,
} from './commands/request.ts';
export { encodeRetransmitRequest, type RetransmitRequest } from './commands/retransmit.ts';
export { decodeSystemConfig, encodeSystemConfig, type SystemConfig } from './commands/system-config.ts';
export { deviceModelOf } from './device-models.ts';
export {
  decodeFragment,
  encodeFragment,
  type Fragment,
  type FragmentResult,
  PACKET_MAX_BYTES,
  PACKET_MIN_BYTES,
} from './fragment.ts';
export { MODEL_FAMILIES } from './models/index.ts';
export type {
  AcLayout,
  ModelFamily,
  PayloadLayout,
  PersistentLimitTypes,
  PhaseLayout,
  SerialRules,
  StringLayout,
} from './models/model-family.ts';
export { isPlausible, type Range, READING_RANGES } from './plausibility.ts';
export { addressBytes, addressText, modelFamilyOf, pipeAddress } from './serial.ts';
export {
  AIR_PREAMBLE,
  AIR_SYNC_WORD,
  type AirPacketResult,
  decodeAirPacket,
  decodeHamming,
  encodeAirPacket,
  encodeChannelChange,
  encodeHamming,
  isForDtu,
} from './sub-ghz.ts';
