export {
  type ApiResult,
  firstFailure,
  type ReceivedApiResult,
  readApiResult,
  result,
} from './api-result.ts';
export * as constraints from './constraints.ts';
export {
  basicAuthorization,
  decodeAuthorization,
  encodeCredentials,
  REQUESTED_WITH_HEADER,
} from './credentials.ts';
export { type DtuConfig, DtuConfigSchema } from './dtu.ts';
export {
  type AccessClass,
  ENDPOINTS,
  type EndpointName,
  type Handlers,
  type ReceivedAnswer,
  type SentAnswer,
} from './endpoints.ts';
export {
  type InverterConfig,
  InverterConfigSchema,
  type StringConfig,
  StringConfigSchema,
} from './inverter.ts';
export { byteLength, readBoolean, readSerial, readText, readUnsigned } from './lenient.ts';
export * from './limits.ts';
export {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  type LiveChannel,
  type LiveData,
  type LiveHints,
  type LiveInverter,
  type LiveTotal,
  type LiveValue,
  PROPERTY_NAMES,
  type PropertyName,
  type ReceivedLiveData,
  type ReceivedLiveInverter,
  readLiveData,
} from './live-data.ts';
export { type NtpConfig, NtpConfigSchema } from './ntp.ts';
export {
  RESULT_CODES,
  type ResultCode,
  type ResultName,
  type ResultParam,
  type ResultType,
} from './result-codes.ts';
export { RESULT_MESSAGES } from './result-messages.ts';
export { type SecurityConfig, SecurityConfigSchema } from './security.ts';
export { SOCKET_CLOSE, SOCKET_PING, SOCKETS, type SocketName } from './sockets.ts';
