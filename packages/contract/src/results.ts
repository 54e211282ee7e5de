import type * as z from 'zod/mini';

/**
 * Every result code of the product. Which numbers travel with a code its message says. Source:
 * docs/specification-check.md#8-error-catalogue and docs/reference/original-device.md#result-codes.
 */

/** Whether what was asked for was done; a warning says why not. */
export type ResultType = 'success' | 'warning';

interface ResultDefinition {
  /** Undefined where an answer has a message and no code. Source: docs/decisions/0014-refusals-without-a-code.md. */
  readonly code: number | undefined;
  readonly type: ResultType;
}

/** Where nobody says what a build is for it is for our gateway. */
const IS_FOR_DEVICE = typeof __FOR_DEVICE__ === 'boolean' && __FOR_DEVICE__;

/** Whoever builds pages says so. */
const IS_FOR_PAGES = typeof __FOR_PAGES__ === 'boolean';

/** Every page would carry these, and only one gets each of them, which has the words for it. */
const OF_ONE_PAGE = {
  FirstPasswordSaved: { code: 21501, type: 'success' },
  FirstCodeWrong: { code: 21502, type: 'warning' },
  FirstPasswordOver: { code: 21503, type: 'warning' },
  FirstPasswordKnown: { code: 21504, type: 'warning' },
  FirstCodeWait: { code: 21505, type: 'warning' },
  SignInAddress: { code: 21101, type: 'warning' },
  SignInAddressCount: { code: 21102, type: 'warning' },
  SignInHeader: { code: 21103, type: 'warning' },
  SignInSecret: { code: 21104, type: 'warning' },
  SignInIssuer: { code: 21105, type: 'warning' },
  SignInPublic: { code: 21106, type: 'warning' },
  SignInText: { code: 21107, type: 'warning' },
  SignInGroups: { code: 21108, type: 'warning' },
  OpenIdOff: { code: 21109, type: 'warning' },
  OpenIdUnreachable: { code: 21110, type: 'warning' },
  OpenIdLate: { code: 21111, type: 'warning' },
  OpenIdRefused: { code: 21112, type: 'warning' },
  OpenIdStranger: { code: 21113, type: 'warning' },
  OpenIdClock: { code: 21114, type: 'warning' },
  OpenIdAsked: { code: 21115, type: 'success' },
  OpenIdAccepted: { code: 21116, type: 'success' },
  AlertNumber: { code: 22001, type: 'warning' },
  AlertTextLength: { code: 22002, type: 'warning' },
  AlertText: { code: 22003, type: 'warning' },
  AlertChannelId: { code: 22004, type: 'warning' },
  AlertChannelCount: { code: 22005, type: 'warning' },
  AlertAddress: { code: 22006, type: 'warning' },
  AlertTarget: { code: 22007, type: 'warning' },
  AlertTemplate: { code: 22008, type: 'warning' },
  AlertVoltage: { code: 22009, type: 'warning' },
  AlertSent: { code: 22010, type: 'success' },
  AlertRuleTested: { code: 22011, type: 'success' },
  AlertNoChannel: { code: 22012, type: 'warning' },
  TimeseriesAddress: { code: 23001, type: 'warning' },
  TimeseriesSite: { code: 23002, type: 'warning' },
  TimeseriesText: { code: 23003, type: 'warning' },
  TimeseriesTextLength: { code: 23004, type: 'warning' },
  TimeseriesInterval: { code: 23005, type: 'warning' },
  TimeseriesTaken: { code: 23006, type: 'success' },
} as const satisfies Readonly<Record<string, ResultDefinition>>;

/** No original device has sources, a history, or a drawing of its plant. */
const OF_OUR_GATEWAY = {
  SourceNameLength: { code: 13001, type: 'warning' },
  SourceHostInvalid: { code: 13002, type: 'warning' },
  SourcePort: { code: 13003, type: 'warning' },
  SourcePathInvalid: { code: 13004, type: 'warning' },
  SourceUserLength: { code: 13005, type: 'warning' },
  SourceUserInvalid: { code: 13006, type: 'warning' },
  SourcePasswordLength: { code: 13007, type: 'warning' },
  SourceCount: { code: 13008, type: 'warning' },
  SourceUnknown: { code: 13009, type: 'warning' },
  SourceTwice: { code: 13010, type: 'warning' },
  SourceRemoved: { code: 13011, type: 'success' },
  SourceCertificateInvalid: { code: 13012, type: 'warning' },
  SourceSame: { code: 13013, type: 'warning' },
  HistoryRawDays: { code: 14001, type: 'warning' },
  HistoryMinuteDays: { code: 14002, type: 'warning' },
  HistoryWriteInterval: { code: 14003, type: 'warning' },
  HistoryImportCount: { code: 14004, type: 'warning' },
  HistoryImportEnergy: { code: 14005, type: 'warning' },
  HistoryImported: { code: 14006, type: 'success' },
  HistoryNotKept: { code: 14007, type: 'warning' },
  HistoryPrice: { code: 14008, type: 'warning' },
  HistoryCurrency: { code: 14009, type: 'warning' },
  HistoryReplaced: { code: 14010, type: 'success' },
  HistoryReplaceUnknown: { code: 14011, type: 'warning' },
  HistoryReplaceThere: { code: 14012, type: 'warning' },
  HistoryReplaceNew: { code: 14013, type: 'warning' },
  HistoryReplaceOverlap: { code: 14014, type: 'warning' },
  HistoryImportDays: { code: 14015, type: 'warning' },
  HistoryImportTakenBack: { code: 14016, type: 'success' },
  PlantGroupCount: { code: 15001, type: 'warning' },
  PlantGroupName: { code: 15002, type: 'warning' },
  PlantGroupAzimuth: { code: 15003, type: 'warning' },
  PlantGroupTilt: { code: 15004, type: 'warning' },
  PlantModuleCount: { code: 15005, type: 'warning' },
  PlantModuleString: { code: 15006, type: 'warning' },
  PlantModulePlace: { code: 15007, type: 'warning' },
  PlantOrderCount: { code: 15008, type: 'warning' },
  PlantTwice: { code: 15009, type: 'warning' },
  PlantGroupUnknown: { code: 15010, type: 'warning' },
  PlantGroupId: { code: 15011, type: 'warning' },
  FindingSaved: { code: 16001, type: 'success' },
  FindingUnknown: { code: 16002, type: 'warning' },
  ChangeTakenBack: { code: 17001, type: 'success' },
  ChangeUnknown: { code: 17002, type: 'warning' },
  ChangeNothingLeft: { code: 17003, type: 'warning' },
  LimitHeld: { code: 19001, type: 'warning' },
  LimitCapped: { code: 19002, type: 'warning' },
  LimitClaimed: { code: 19003, type: 'success' },
  LimitReleased: { code: 19004, type: 'success' },
  LimitTarget: { code: 19005, type: 'warning' },
  LimitWatts: { code: 19006, type: 'warning' },
  LimitEnd: { code: 19007, type: 'warning' },
  LimitSeconds: { code: 19008, type: 'warning' },
  LimitGroupId: { code: 19009, type: 'warning' },
  LimitGroupName: { code: 19010, type: 'warning' },
  LimitGroupCount: { code: 19011, type: 'warning' },
  LimitMemberCount: { code: 19012, type: 'warning' },
  LimitMemberRange: { code: 19013, type: 'warning' },
  LimitMinimaAboveCap: { code: 19014, type: 'warning' },
  LimitTwice: { code: 19015, type: 'warning' },
  LimitScheduleCount: { code: 19016, type: 'warning' },
  LimitScheduleDays: { code: 19017, type: 'warning' },
  LimitScheduleTime: { code: 19018, type: 'warning' },
  LimitNothingHeld: { code: 19019, type: 'warning' },
  LimitNoSun: { code: 19020, type: 'warning' },
  LimitCap: { code: 19021, type: 'warning' },
  LimitMemberPower: { code: 19022, type: 'warning' },
  LimitScheduleMinutes: { code: 19023, type: 'warning' },
  LimitGroupInUse: { code: 19024, type: 'warning' },
  LimitKeptForLater: { code: 19025, type: 'warning' },
  LimitNotSafe: { code: 19026, type: 'warning' },
  RuleTarget: { code: 19101, type: 'warning' },
  RuleHysteresis: { code: 19102, type: 'warning' },
  RuleMargin: { code: 19103, type: 'warning' },
  RuleArmed: { code: 19104, type: 'success' },
  RuleDisarmed: { code: 19105, type: 'success' },
  RuleMeterSilent: { code: 19106, type: 'warning' },
  RuleNoAnswer: { code: 19107, type: 'warning' },
  RuleNotArmed: { code: 19108, type: 'warning' },
  FailSafeTestStarted: { code: 19109, type: 'success' },
  RuleSafePower: { code: 19110, type: 'warning' },
  RuleNoMeter: { code: 19111, type: 'warning' },
  RuleNoInverter: { code: 19112, type: 'warning' },
  FailSafeTestCancelled: { code: 19113, type: 'success' },
  FailSafeNotTested: { code: 19114, type: 'warning' },
  RuleNeedsMeter: { code: 19115, type: 'warning' },
  MeterInterval: { code: 19201, type: 'warning' },
  MeterUnit: { code: 19202, type: 'warning' },
  MeterFactor: { code: 19203, type: 'warning' },
  MeterTopic: { code: 19204, type: 'warning' },
  ModbusHeartbeat: { code: 19301, type: 'warning' },
  SessionEnded: { code: 21001, type: 'success' },
  SessionUnknown: { code: 21002, type: 'warning' },
  AccountSaved: { code: 21003, type: 'success' },
  AccountRemoved: { code: 21004, type: 'success' },
  AccountUnknown: { code: 21005, type: 'warning' },
  AccountTaken: { code: 21006, type: 'warning' },
  AccountName: { code: 21007, type: 'warning' },
  AccountRole: { code: 21008, type: 'warning' },
  AccountCount: { code: 21009, type: 'warning' },
  AccountAdmin: { code: 21010, type: 'warning' },
  PasswordWrong: { code: 21011, type: 'warning' },
  PasswordNeeded: { code: 21012, type: 'warning' },
  PasswordChanged: { code: 21013, type: 'success' },
  TokenCreated: { code: 21014, type: 'success' },
  TokenEnded: { code: 21015, type: 'success' },
  TokenUnknown: { code: 21016, type: 'warning' },
  ListFull: { code: 21017, type: 'warning' },
  EntryName: { code: 21018, type: 'warning' },
  ShareMade: { code: 21019, type: 'success' },
  ShareEnded: { code: 21020, type: 'success' },
  ShareUnknown: { code: 21021, type: 'warning' },
  ShareNoClock: { code: 21022, type: 'warning' },
  ShareExpired: { code: 21023, type: 'warning' },
  PasskeyChanged: { code: 21060, type: 'success' },
  PasskeyPlace: { code: 21061, type: 'warning' },
  PasskeyLate: { code: 21062, type: 'warning' },
  PasskeyRefused: { code: 21063, type: 'warning' },
  PasskeyAsked: { code: 21064, type: 'success' },
  PasskeyCopied: { code: 21065, type: 'warning' },
  PasskeyAccepted: { code: 21066, type: 'success' },
} as const satisfies Readonly<Record<string, ResultDefinition>>;

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
  FileDeleted: { code: 3003, type: 'success' },

  InverterSerialZero: { code: 4001, type: 'warning' },
  InverterNameLength: { code: 4002, type: 'warning' },
  InverterCount: { code: 4003, type: 'warning' },
  InverterAdded: { code: 4004, type: 'success' },
  InverterInvalidId: { code: 4005, type: 'warning' },
  InverterInvalidChannelCount: { code: 4006, type: 'warning' },
  InverterChanged: { code: 4007, type: 'success' },
  InverterDeleted: { code: 4008, type: 'success' },
  InverterOrderSaved: { code: 4009, type: 'success' },
  InverterStatisticsReset: { code: 4010, type: 'success' },
  // Ours: originals say that they have done it, and do nothing.
  OrdersOff: { code: 4101, type: 'warning' },
  OrdersOffAtNight: { code: 4102, type: 'warning' },

  LimitSerialZero: { code: 5001, type: 'warning' },
  LimitInvalidValue: { code: 5002, type: 'warning' },
  LimitInvalidType: { code: 5003, type: 'warning' },
  LimitInvalidInverter: { code: 5004, type: 'warning' },

  RebootTriggered: { code: 6001, type: 'success' },
  RebootCancelled: { code: 6002, type: 'warning' },

  MqttHostnameLength: { code: 7001, type: 'warning' },
  MqttUsernameLength: { code: 7002, type: 'warning' },
  MqttPasswordLength: { code: 7003, type: 'warning' },
  MqttTopicLength: { code: 7004, type: 'warning' },
  MqttTopicSpace: { code: 7005, type: 'warning' },
  MqttTopicTrailingSlash: { code: 7006, type: 'warning' },
  MqttPort: { code: 7007, type: 'warning' },
  MqttCertificateLength: { code: 7008, type: 'warning' },
  MqttLwtTopicLength: { code: 7009, type: 'warning' },
  MqttLwtTopicSpace: { code: 7010, type: 'warning' },
  MqttLwtOnlineLength: { code: 7011, type: 'warning' },
  MqttLwtOfflineLength: { code: 7012, type: 'warning' },
  MqttPublishInterval: { code: 7013, type: 'warning' },
  MqttHassTopicLength: { code: 7014, type: 'warning' },
  MqttHassTopicSpace: { code: 7015, type: 'warning' },
  MqttLwtQos: { code: 7016, type: 'warning' },
  MqttClientIdLength: { code: 7017, type: 'warning' },
  MqttHassTopicTrailingSlash: { code: 7018, type: 'warning' },

  NetworkIpInvalid: { code: 8001, type: 'warning' },
  NetworkNetmaskInvalid: { code: 8002, type: 'warning' },
  NetworkGatewayInvalid: { code: 8003, type: 'warning' },
  NetworkDns1Invalid: { code: 8004, type: 'warning' },
  NetworkDns2Invalid: { code: 8005, type: 'warning' },
  HostnameLength: { code: undefined, type: 'warning' },
  SsidLength: { code: undefined, type: 'warning' },
  NetworkPasswordLength: { code: undefined, type: 'warning' },
  // Ours, far from the numbers that originals go on with.
  ApiGenerationsUnknown: { code: 8101, type: 'warning' },
  PrometheusLabelsUnknown: { code: 8102, type: 'warning' },

  NtpServerLength: { code: 9001, type: 'warning' },
  NtpTimezoneLength: { code: 9002, type: 'warning' },
  NtpTimezoneDescriptionLength: { code: 9003, type: 'warning' },
  TimeYear: { code: 9004, type: 'warning' },
  TimeMonth: { code: 9005, type: 'warning' },
  TimeDay: { code: 9006, type: 'warning' },
  TimeHour: { code: 9007, type: 'warning' },
  TimeMinute: { code: 9008, type: 'warning' },
  TimeSecond: { code: 9009, type: 'warning' },
  TimeUpdated: { code: 9010, type: 'success' },
  // Ours: no original knows these three.
  LatitudeRange: { code: 9011, type: 'warning' },
  LongitudeRange: { code: 9012, type: 'warning' },
  PlaceIncomplete: { code: 9013, type: 'warning' },

  PasswordLength: { code: 10001, type: 'warning' },
  Authenticated: { code: 10002, type: 'success' },

  PowerSerialZero: { code: 11001, type: 'warning' },
  PowerInvalidInverter: { code: 11002, type: 'warning' },

  ProfileNameLength: { code: 12001, type: 'warning' },

  ...(IS_FOR_DEVICE ? ({} as typeof OF_OUR_GATEWAY) : OF_OUR_GATEWAY),
  ...(IS_FOR_PAGES ? ({} as typeof OF_ONE_PAGE) : OF_ONE_PAGE),
} as const satisfies Readonly<Record<string, ResultDefinition>>;

/** The name of a result, e.g. `SettingsSaved`. */
export type ResultName = keyof typeof RESULT_CODES;
/** The number in an answer, e.g. 1001. */
export type ResultCode = Exclude<(typeof RESULT_CODES)[ResultName]['code'], undefined>;

type Mentions<
  N extends ResultName,
  Key extends string,
> = (typeof RESULT_MESSAGES)[N] extends `${string}{${Key}}${string}` ? Key : never;
type ParamKey<N extends ResultName> = Mentions<N, 'min'> | Mentions<N, 'max'>;
/** The numbers a result carries: `{ max }`, `{ min, max }`, or `undefined` where it carries none. */
export type ResultParam<N extends ResultName> = [ParamKey<N>] extends [never]
  ? undefined
  : Readonly<Record<ParamKey<N>, number>>;

/**
 * The short English `message` of each answer. Clients translate by `code`; the text serves scripts and logs.
 * The web app has its own words for codes, so its build leaves these out. Only where an answer has no code it looks at the
 * message, to find the field that is meant: see `refusedField` in its network settings. `{min}` and `{max}` stand for the params.
 */
export const RESULT_MESSAGES = {
  SettingsSaved: 'Settings saved.',
  NoValuesFound: 'The request carries no values.',
  DataTooLarge: 'The request is too large.',
  ParseFailed: 'The values cannot be read.',
  ValuesMissing: 'Values are missing.',
  DtuSerialZero: 'The DTU serial cannot be zero.',
  DtuPollZero: 'The poll interval must be 1 to 86400 seconds.',
  DtuInvalidPowerLevel: 'The transmit power level is not valid.',
  ConfigNotDeleted: 'Nothing was deleted.',
  ConfigReset: 'Configuration reset, restarting now.',
  FileDeleted: 'File deleted.',
  InverterSerialZero: 'The inverter serial cannot be zero.',
  InverterNameLength: 'The name must be 1 to {max} bytes long.',
  InverterCount: 'Only {max} inverters are supported.',
  InverterAdded: 'Inverter added.',
  InverterInvalidId: 'There is no inverter slot with this id.',
  InverterInvalidChannelCount: 'The number of string settings is not valid.',
  InverterChanged: 'Inverter changed.',
  InverterDeleted: 'Inverter deleted.',
  InverterOrderSaved: 'Order of the inverters saved.',
  InverterStatisticsReset: 'Radio statistics reset.',
  OrdersOff: 'This inverter takes no commands: its settings say so.',
  OrdersOffAtNight: 'This inverter takes no commands at night: its settings say so.',
  LimitSerialZero: 'The inverter serial cannot be zero.',
  LimitInvalidValue: 'The limit must be between 1 and {max}.',
  LimitInvalidType: 'The limit type is not valid.',
  LimitInvalidInverter: 'There is no inverter with this serial.',
  RebootTriggered: 'Restarting now.',
  RebootCancelled: 'The restart was not confirmed.',
  MqttHostnameLength: 'The MQTT server must be 1 to {max} bytes long.',
  MqttUsernameLength: 'The MQTT user name must not be longer than {max} bytes.',
  MqttPasswordLength: 'The MQTT password must not be longer than {max} bytes.',
  MqttTopicLength: 'The base topic must not be longer than {max} bytes.',
  MqttTopicSpace: 'The base topic must not contain spaces, + or #.',
  MqttTopicTrailingSlash: 'The base topic must end with a slash (/).',
  MqttPort: 'The port must be a number between 1 and 65535.',
  MqttCertificateLength: 'Certificates and keys must not be longer than {max} bytes.',
  MqttLwtTopicLength: 'The last-will topic must not be longer than {max} bytes.',
  MqttLwtTopicSpace: 'The last-will topic must not contain spaces, + or #.',
  MqttLwtOnlineLength: 'The last-will online text must not be longer than {max} bytes.',
  MqttLwtOfflineLength: 'The last-will offline text must not be longer than {max} bytes.',
  MqttPublishInterval: 'The publish interval must be between {min} and {max} seconds.',
  MqttHassTopicLength: 'The Home Assistant topic must not be longer than {max} bytes.',
  MqttHassTopicSpace: 'The Home Assistant topic must not contain spaces, + or #.',
  MqttLwtQos: 'The QoS of the last will must be 0 to {max}.',
  MqttClientIdLength: 'The client id must not be longer than {max} bytes.',
  MqttHassTopicTrailingSlash: 'The Home Assistant topic must end with a slash (/).',
  NetworkIpInvalid: 'The IP address is not valid.',
  NetworkNetmaskInvalid: 'The netmask is not valid.',
  NetworkGatewayInvalid: 'The gateway is not valid.',
  NetworkDns1Invalid: 'The first DNS server is not valid.',
  NetworkDns2Invalid: 'The second DNS server is not valid.',
  HostnameLength: 'The host name must be 1 to {max} bytes long.',
  SsidLength: 'The SSID must not be longer than {max} bytes.',
  NetworkPasswordLength: 'The network password must not be longer than {max} bytes.',
  ApiGenerationsUnknown: 'The API for other programs must be both, 2023 or newest.',
  PrometheusLabelsUnknown: 'The labels for Prometheus must be newest or 2023.',
  NtpServerLength: 'The time server must be 1 to {max} bytes long.',
  NtpTimezoneLength: 'The time zone rule must be 1 to {max} bytes long.',
  NtpTimezoneDescriptionLength: 'The time zone name must be 1 to {max} bytes long.',
  TimeYear: 'The year must be between {min} and {max}.',
  TimeMonth: 'The month must be between {min} and {max}.',
  TimeDay: 'The day must be between {min} and {max}.',
  TimeHour: 'The hour must be between {min} and {max}.',
  TimeMinute: 'The minute must be between {min} and {max}.',
  TimeSecond: 'The second must be between {min} and {max}.',
  TimeUpdated: 'The clock was set.',
  LatitudeRange: 'The latitude must be between {min} and {max} degrees.',
  LongitudeRange: 'The longitude must be between {min} and {max} degrees.',
  PlaceIncomplete: 'A place needs both latitude and longitude.',
  PasswordLength: 'The password must be 8 to {max} bytes long.',
  Authenticated: 'Authentication successful.',
  PowerSerialZero: 'The inverter serial cannot be zero.',
  PowerInvalidInverter: 'There is no inverter with this serial.',
  ProfileNameLength: 'The profile name must be 1 to {max} bytes long.',
  SourceNameLength: 'The name of the device must not be longer than {max} bytes.',
  SourceHostInvalid: 'The address of the device is not valid.',
  SourcePort: 'The port of the device must be between {min} and {max}.',
  SourcePathInvalid: 'The path of the device is not valid.',
  SourceUserLength: 'The user name must not be longer than {max} bytes.',
  SourceUserInvalid: 'The user name must not contain a colon.',
  SourcePasswordLength: 'The password must not be longer than {max} bytes.',
  SourceCount: 'Only {max} devices are supported.',
  SourceUnknown: 'There is no device with this id.',
  SourceTwice: 'This device is set up already.',
  SourceSame: 'This device is set up already, under another address.',
  SourceRemoved: 'The device was removed.',
  SourceCertificateInvalid: 'This is not the SHA-256 fingerprint of a certificate.',
  HistoryRawDays: 'Readings can be kept for {min} to {max} days.',
  HistoryMinuteDays: 'Minutes can be kept for {min} to {max} days.',
  HistoryWriteInterval: 'The time between two writes must be {min} to {max} seconds.',
  HistoryImportCount: 'An import takes 1 to 80 days at a time.',
  HistoryImportEnergy: 'The energy of a day must be {min} to {max} Wh.',
  HistoryImported: 'The energy was taken over.',
  HistoryNotKept: 'The history cannot be written at the moment; nothing was changed.',
  HistoryPrice: 'The price of a kWh must be {min} to {max}.',
  HistoryCurrency: 'The currency must be three capital letters, such as EUR.',
  HistoryReplaced: 'The new inverter goes on with the history of the old one.',
  HistoryReplaceUnknown: 'Nothing is kept of the old inverter.',
  HistoryReplaceThere: 'The old inverter is still set up; delete it first.',
  HistoryReplaceNew: 'The new inverter is not set up.',
  HistoryReplaceOverlap:
    'Both inverters have delivered at the same time, so one cannot have replaced the other.',
  HistoryImportTakenBack: 'The import is taken back.',
  HistoryImportDays:
    'Each day must be one of the calendar from 2000 on that has come already, and be told once.',
  PlantGroupCount: 'Only 24 groups of modules are supported.',
  PlantGroupName: 'The name of a group must be 1 to {max} bytes long.',
  PlantGroupAzimuth: 'The direction of a group must be {min} to {max} degrees from north.',
  PlantGroupTilt: 'The tilt of a group must be {min} to {max} degrees.',
  PlantModuleCount: 'Only 600 modules are supported.',
  PlantModuleString: 'The string of a module must be {min} to {max}.',
  PlantModulePlace: 'A place has a column and a row of 0 to 199.',
  PlantOrderCount: 'The order can have 500 inverters at most.',
  PlantTwice: 'A group, a module or an inverter is named twice, or two modules have one place.',
  PlantGroupUnknown: 'A module belongs to a group that there is not.',
  PlantGroupId: 'The id of a group must be 1 to {max} bytes long.',
  FindingSaved: 'It is noted.',
  FindingUnknown: 'This is not wrong any more.',
  ChangeTakenBack: 'The values of before are back.',
  ChangeUnknown: 'There is no such change any more.',
  ChangeNothingLeft: 'There is nothing that could be put back.',
  LimitHeld: 'Somebody of a higher rank holds the limit of this inverter.',
  LimitCapped: 'A cap of a group allows less; the limit was lowered to that.',
  LimitNotSafe:
    'Done; from now on this inverter wakes with this limit, not with the safe power of the armed rule.',
  LimitClaimed: 'The limit is kept up from now on.',
  LimitReleased: 'The limit was given back.',
  LimitTarget: 'There is no such inverter and no such group.',
  LimitWatts: 'The watts must be a whole number, {min} to {max}.',
  LimitEnd: 'It is not clear when the limit ends.',
  LimitSeconds: 'A limit lasts {min} to {max} whole seconds.',
  LimitGroupId: 'The id of a group of inverters is not valid.',
  LimitGroupName: 'The name of a group must be 1 to {max} bytes long.',
  LimitGroupCount: 'There are too many groups.',
  LimitMemberCount: 'A group needs at least one inverter.',
  LimitMemberRange: 'The least power of an inverter is above its most.',
  LimitMinimaAboveCap: 'What the inverters of a group are to make at least is more than its cap.',
  LimitTwice: 'Something is there twice.',
  LimitScheduleCount: 'The schedule has too many rows.',
  LimitScheduleDays: 'The days of a row of the schedule must be a whole number, {min} to {max}.',
  LimitScheduleTime: 'A time of the schedule is not valid.',
  LimitNothingHeld: 'Nothing is held there by a person.',
  RuleTarget: 'The wanted power at the meter must be {min} to {max} watts.',
  RuleHysteresis: 'The hysteresis must be {min} to {max} whole watts.',
  RuleMargin: 'The margin must be {min} to {max} whole percent.',
  RuleArmed: 'The rule is armed.',
  RuleDisarmed: 'The rule is not armed any more.',
  RuleMeterSilent: 'The meter tells nothing.',
  RuleNoAnswer: 'No inverter of the group answers.',
  RuleNoMeter: 'There is no power meter.',
  RuleNoInverter: 'There is no inverter that the rule is for.',
  FailSafeTestCancelled: 'The test of the fail-safe was cancelled.',
  FailSafeNotTested: 'The fail-safe is not being tested.',
  RuleNeedsMeter: 'The armed rule follows the meter: disarm it first.',
  RuleNotArmed: 'The rule is not armed.',
  FailSafeTestStarted: 'The fail-safe is being tested.',
  RuleSafePower: 'The safe power must be {min} to {max} whole watts.',
  MeterInterval: 'The meter can be read every {min} to {max} whole seconds.',
  MeterUnit: 'The unit number of the meter must be {min} to {max}.',
  MeterTopic: 'The topic of the meter must be 1 to {max} bytes long, without + and #.',
  MeterFactor: 'What the meter tells can be multiplied with {min} to {max}.',
  LimitKeptForLater: 'The fail-safe holds now: the limit is kept, and counts as soon as that ends.',
  ModbusHeartbeat: 'The silence after which a limit over Modbus ends must be {min} to {max} whole seconds.',
  LimitCap: 'The cap of a group must be {min} to {max} whole watts.',
  LimitMemberPower:
    'The least and the most power of an inverter of a group must be {min} to {max} whole watts.',
  LimitGroupInUse:
    'The armed rule is for this group, or somebody holds its limit. Disarm the rule or give back first.',
  LimitScheduleMinutes: 'A time of the schedule must be {min} to {max} whole minutes after that of the sun.',
  SessionEnded: 'The login has ended.',
  SessionUnknown: 'There is no such login any more.',
  AccountSaved: 'The account was saved.',
  AccountRemoved: 'The account was removed.',
  AccountUnknown: 'There is no such account.',
  AccountTaken: 'There is an account of this name already.',
  AccountName:
    'The name must have 1 to 32 characters, without a colon and without a space at its beginning or end.',
  AccountRole: 'The role must be viewer, operator or admin.',
  AccountCount: 'There are as many accounts as there can be.',
  AccountAdmin: 'The account admin stays as it is; its password is among the security settings.',
  PasswordWrong: 'The current password is not right.',
  PasswordNeeded: 'To change what lets you in, log in once more first.',
  PasswordChanged: 'The password was changed.',
  TokenCreated: 'The token was made.',
  TokenEnded: 'The token has ended.',
  TokenUnknown: 'There is no such token any more.',
  ListFull: 'There are as many as there can be.',
  EntryName: 'The name must be 1 to {max} bytes long.',
  ShareMade: 'The link was made.',
  ShareEnded: 'The link has ended.',
  ShareUnknown: 'There is no such link any more.',
  ShareNoClock: 'The clock of the gateway is not set, so it cannot tell when a link ends.',
  ShareExpired: 'The time of this link is over.',
  PasskeyChanged: 'The passkeys were changed.',
  PasskeyPlace:
    'Browsers use passkeys only over HTTPS, and where the gateway was opened by a name of its own.',
  PasskeyLate: 'The question to the passkey is over. Ask once more.',
  PasskeyRefused: 'There is no such passkey any more, or the gateway does not take it.',
  PasskeyAsked: 'The browser can ask for the passkey now.',
  PasskeyCopied: 'The passkey counts backwards, so there may be a copy of it. It was refused.',
  PasskeyAccepted: 'The passkey was accepted.',
  FirstPasswordSaved: 'The password was set.',
  FirstCodeWrong: 'This is not the code that the last start of the gateway has printed.',
  FirstPasswordOver: 'A first password is not asked for any more: log in, and change it there.',
  FirstPasswordKnown: 'Everybody knows this password. Choose another one.',
  FirstCodeWait: 'Too many codes were wrong. Please wait a moment.',
  SignInAddress: 'A proxy is an address, or a network such as 192.168.4.0/24.',
  SignInAddressCount: 'There are too many proxies.',
  SignInHeader: 'This cannot be the name of the header that names the user.',
  SignInSecret: 'The secret of the proxy must have 32 to 128 letters, digits, - and _.',
  SignInIssuer: 'The issuer is no address of a provider: https://, without a query.',
  SignInPublic: 'This is no address of the gateway such as https://solar.example.',
  SignInText: 'This is missing, or too long, or has characters that nobody can see.',
  SignInGroups: 'A group is named twice or has no name, or there are too many.',
  OpenIdOff: 'Nobody logs in by OpenID Connect here.',
  OpenIdUnreachable: 'The provider does not answer as one of OpenID Connect does.',
  OpenIdLate: 'The login took too long, or began in another browser. Begin once more.',
  OpenIdRefused: 'The gateway does not take what the provider says.',
  OpenIdStranger: 'The provider knows you, and you may not log in here.',
  OpenIdClock: 'The clocks of gateway and provider differ.',
  OpenIdAsked: 'The provider can ask who it is now.',
  OpenIdAccepted: 'The provider was believed.',
  TimeseriesAddress: 'The address of the database is not valid.',
  TimeseriesSite: 'The name of the plant is missing, or has characters in it that cannot be there.',
  TimeseriesText: 'The text has characters in it that nobody can see.',
  TimeseriesTextLength: 'The text must not be longer than {max} bytes.',
  TimeseriesInterval: 'The interval must be {min} to {max} seconds.',
  TimeseriesTaken: 'The database has taken the test value.',
  AlertNumber: 'The number must be {min} to {max}.',
  AlertTextLength: 'The text must not be longer than {max} bytes.',
  AlertText: 'The text is empty, or has characters in it that nobody can see.',
  AlertChannelId: 'A channel needs an id of its own: letters, digits, - and _, 16 at most.',
  AlertChannelCount: 'There are too many channels.',
  AlertAddress: 'The address of the channel is not valid.',
  AlertTarget: 'Whom the channel reaches is missing or not valid.',
  AlertTemplate: 'The template is no JSON, although it begins like that.',
  AlertVoltage: 'The lowest voltage must be below the highest.',
  AlertSent: 'The channel has taken the test message.',
  AlertRuleTested: 'An example is on its way.',
  AlertNoChannel: 'There is no channel that is on.',
  LimitNoSun: 'When the sun sets is not known: the place of the plant is missing.',
} as const satisfies Readonly<Record<ResultName, string>>;

/**
 * What the gateway answers to an action. Key order as on the wire. Source:
 * docs/reference/original-device.md#answers-to-a-post.
 */
export interface ApiResult {
  readonly type: ResultType;
  readonly message: string;
  /** Missing for the few results that have none; such an answer carries nothing but its message. */
  readonly code?: number;
  readonly param?: Readonly<Record<string, number>>;
}

type ParamArguments<N extends ResultName> = undefined extends ResultParam<N> ? [] : [param: ResultParam<N>];

/** Builds the answer for a result; a param that the result needs, or does not have, is a compile error. */
export function result<N extends ResultName>(name: N, ...[param]: ParamArguments<N>): ApiResult {
  return resultOf(name, param);
}

function resultOf(name: ResultName, param: Readonly<Record<string, number>> | undefined): ApiResult {
  const { code, type } = RESULT_CODES[name];
  const message = RESULT_MESSAGES[name].replace(/\{(min|max)\}/g, (whole, key: string) =>
    String(param?.[key] ?? whole),
  );
  if (code === undefined) return { type, message };
  return param === undefined ? { type, message, code } : { type, message, code, param };
}

/** What a failed constraint leaves in its zod issue. */
export interface ConstraintFailure {
  readonly result: ResultName;
  readonly param?: Readonly<Record<string, number>>;
}

function isConstraintFailure(params: unknown): params is ConstraintFailure {
  return (
    typeof params === 'object' &&
    params !== null &&
    'result' in params &&
    typeof params.result === 'string' &&
    Object.hasOwn(RESULT_CODES, params.result)
  );
}

/**
 * Turns a failed parse into the answer the device gives: a missing key comes before every field check, then the
 * first failing check in field order. Texts of the schema library never reach an answer.
 */
export function firstFailure(error: z.core.$ZodError): ApiResult {
  const failures = error.issues.map((issue) => (issue.code === 'custom' ? issue.params : undefined));
  const first = failures[0];
  if (first === undefined || !failures.every(isConstraintFailure) || !isConstraintFailure(first)) {
    return result('ValuesMissing');
  }
  return resultOf(first.result, first.param);
}

/** With the status 500: nothing was changed. `not_saved` where the disk did not take it, so that clients have words of their own. */
export interface NotSavedAnswer {
  readonly message: string;
  readonly not_saved?: true;
}

/** Why one field of a form would be refused: what the gateway would answer if it were the first bad one. */
export interface FieldFailure {
  /** Keys and indexes joined by dots, e.g. `channel.0.name`; empty for the form as a whole. */
  readonly path: string;
  /** Missing where the gateway would send a message only: then the form has its own words. */
  readonly code?: number;
  readonly param?: Readonly<Record<string, number>>;
}

/** Runs a schema of ours over what a form would send, and tells every field that fails, in the schema's order. */
export function fieldFailures(schema: z.ZodMiniType, body: unknown): readonly FieldFailure[] {
  const parsed = schema.safeParse(body);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    const params = issue.code === 'custom' ? issue.params : undefined;
    // An issue of the schema library itself: the value has the wrong shape altogether.
    const failure: ConstraintFailure = isConstraintFailure(params) ? params : { result: 'ValuesMissing' };
    const { code } = RESULT_CODES[failure.result];
    if (code === undefined) return { path };
    return failure.param === undefined ? { path, code } : { path, code, param: failure.param };
  });
}
