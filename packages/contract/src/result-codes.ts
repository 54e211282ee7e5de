/**
 * Every result code of the product. `param` lists the numbers that travel with a code. Source:
 * docs/specification-check.md#8-error-catalogue and docs/reference/original-device.md#result-codes.
 */

/** Whether what was asked for was done; a warning says why not. */
export type ResultType = 'success' | 'warning';

interface ResultDefinition {
  /** Undefined where an answer has a message and no code. Source: docs/decisions/0014-refusals-without-a-code.md. */
  readonly code: number | undefined;
  readonly type: ResultType;
  readonly param?: readonly ('min' | 'max')[];
}

export const RESULT_CODES = {
  SettingsSaved: { code: 1001, type: 'success' },
  NoValuesFound: { code: 1002, type: 'warning' },
  DataTooLarge: { code: 1003, type: 'warning' },
  ParseFailed: { code: 1004, type: 'warning' },
  ValuesMissing: { code: 1005, type: 'warning' },

  DtuSerialZero: { code: 2001, type: 'warning' },
  DtuPollZero: { code: 2002, type: 'warning' },
  DtuInvalidPowerLevel: { code: 2003, type: 'warning' },

  ConfigNotDeleted: { code: 3001, type: 'warning' },
  ConfigReset: { code: 3002, type: 'success' },

  InverterSerialZero: { code: 4001, type: 'warning' },
  InverterNameLength: { code: 4002, type: 'warning', param: ['max'] },
  InverterCount: { code: 4003, type: 'warning', param: ['max'] },
  InverterAdded: { code: 4004, type: 'success' },
  InverterInvalidId: { code: 4005, type: 'warning' },
  InverterInvalidChannelCount: { code: 4006, type: 'warning' },
  InverterChanged: { code: 4007, type: 'success' },
  InverterDeleted: { code: 4008, type: 'success' },

  LimitSerialZero: { code: 5001, type: 'warning' },
  LimitInvalidValue: { code: 5002, type: 'warning', param: ['max'] },
  LimitInvalidType: { code: 5003, type: 'warning' },
  LimitInvalidInverter: { code: 5004, type: 'warning' },

  RebootTriggered: { code: 6001, type: 'success' },
  RebootCancelled: { code: 6002, type: 'warning' },

  MqttHostnameLength: { code: 7001, type: 'warning', param: ['max'] },
  MqttUsernameLength: { code: 7002, type: 'warning', param: ['max'] },
  MqttPasswordLength: { code: 7003, type: 'warning', param: ['max'] },
  MqttTopicLength: { code: 7004, type: 'warning', param: ['max'] },
  MqttTopicSpace: { code: 7005, type: 'warning' },
  MqttTopicTrailingSlash: { code: 7006, type: 'warning' },
  MqttPort: { code: 7007, type: 'warning' },
  MqttCertificateLength: { code: 7008, type: 'warning', param: ['max'] },
  MqttLwtTopicLength: { code: 7009, type: 'warning', param: ['max'] },
  MqttLwtTopicSpace: { code: 7010, type: 'warning' },
  MqttLwtOnlineLength: { code: 7011, type: 'warning', param: ['max'] },
  MqttLwtOfflineLength: { code: 7012, type: 'warning', param: ['max'] },
  MqttPublishInterval: { code: 7013, type: 'warning', param: ['min', 'max'] },
  MqttHassTopicLength: { code: 7014, type: 'warning', param: ['max'] },
  MqttHassTopicSpace: { code: 7015, type: 'warning' },

  NetworkIpInvalid: { code: 8001, type: 'warning' },
  NetworkNetmaskInvalid: { code: 8002, type: 'warning' },
  NetworkGatewayInvalid: { code: 8003, type: 'warning' },
  NetworkDns1Invalid: { code: 8004, type: 'warning' },
  NetworkDns2Invalid: { code: 8005, type: 'warning' },
  HostnameLength: { code: undefined, type: 'warning', param: ['max'] },
  SsidLength: { code: undefined, type: 'warning', param: ['max'] },
  NetworkPasswordLength: { code: undefined, type: 'warning', param: ['max'] },

  NtpServerLength: { code: 9001, type: 'warning', param: ['max'] },
  NtpTimezoneLength: { code: 9002, type: 'warning', param: ['max'] },
  NtpTimezoneDescriptionLength: { code: 9003, type: 'warning', param: ['max'] },
  TimeYear: { code: 9004, type: 'warning', param: ['min', 'max'] },
  TimeMonth: { code: 9005, type: 'warning', param: ['min', 'max'] },
  TimeDay: { code: 9006, type: 'warning', param: ['min', 'max'] },
  TimeHour: { code: 9007, type: 'warning', param: ['min', 'max'] },
  TimeMinute: { code: 9008, type: 'warning', param: ['min', 'max'] },
  TimeSecond: { code: 9009, type: 'warning', param: ['min', 'max'] },
  TimeUpdated: { code: 9010, type: 'success' },
  // Ours: no original knows these three.
  LatitudeRange: { code: 9011, type: 'warning', param: ['min', 'max'] },
  LongitudeRange: { code: 9012, type: 'warning', param: ['min', 'max'] },
  PlaceIncomplete: { code: 9013, type: 'warning' },

  PasswordLength: { code: 10001, type: 'warning', param: ['max'] },
  Authenticated: { code: 10002, type: 'success' },

  PowerSerialZero: { code: 11001, type: 'warning' },
  PowerInvalidInverter: { code: 11002, type: 'warning' },

  ProfileNameLength: { code: 12001, type: 'warning', param: ['max'] },
} as const satisfies Readonly<Record<string, ResultDefinition>>;

/** The name of a result, e.g. `SettingsSaved`. */
export type ResultName = keyof typeof RESULT_CODES;
/** The number in an answer, e.g. 1001. */
export type ResultCode = Exclude<(typeof RESULT_CODES)[ResultName]['code'], undefined>;

type ParamKey<N extends ResultName> = (typeof RESULT_CODES)[N] extends {
  readonly param: readonly (infer K)[];
}
  ? K & string
  : never;
/** The numbers a result carries: `{ max }`, `{ min, max }`, or `undefined` where it carries none. */
export type ResultParam<N extends ResultName> = [ParamKey<N>] extends [never]
  ? undefined
  : Readonly<Record<ParamKey<N>, number>>;
