import {
  type AlertRuleAnswer,
  type AlertTrial,
  type ApiResult,
  type DryRunAnswer,
  type HistoryImportAnswer,
  type ImportTakeBackAnswer,
  INVERTER_COUNT_MAX,
  type MeterTrial,
  type MqttTrial,
  type OpenIdAuthenticated,
  type OpenIdStarted,
  PASSKEY_NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  type PasskeyAuthenticated,
  type PasskeyBegun,
  type PasskeyQuestion,
  type PostName,
  RESULT_CODES,
  RESULT_MESSAGES,
  type RecordedDryRun,
  type ResultName,
  result,
  SHARE_NAME_MAX_LENGTH,
  type ShareMade,
  type ShareOpened,
  SOURCE_COUNT_MAX,
  type SourceChange,
  type SourceTrial,
  type TakeBackAnswer,
  TIMESERIES_ADDRESS_MAX_LENGTH,
  TIMESERIES_INTERVAL_MAX_S,
  TIMESERIES_INTERVAL_MIN_S,
  type TimeServerTrial,
  type TimeseriesTrial,
  TOKEN_NAME_MAX_LENGTH,
  type TokenCreated,
} from '@heliograph/contract';

/** What every POST answers when there is no body that it could look at. */
export const BODY_REFUSALS: readonly ApiResult[] = [
  result('NoValuesFound'),
  result('DataTooLarge'),
  result('ParseFailed'),
  result('ValuesMissing'),
];

const SAVED = result('SettingsSaved');
const ORDERS_OFF = [result('OrdersOff'), result('OrdersOffAtNight')];

const DRY_RUN: RecordedDryRun = {
  ...{ from: 1_780_264_800, to: 1_782_856_800, days: 30, hours: 421.5 },
  ...{ exported: 84_300, exported_with_rule: 2600, thrown_away: 4100, orders: 5120 },
};
const NOT_ASKED: SourceChange = {
  ...{ type: 'warning', message: 'The device could not be asked, or did not say what became of it.' },
  source_problem: 'unreachable',
};
const NOTHING_THERE: SourceTrial = {
  ...{ type: 'warning', message: 'Nothing answers at this address and port.', source_problem: 'unreachable' },
};

/** What a POST answers to a good body: first what a success says, then what stands in its way. */
export const GOOD_BODY_ANSWERS: {
  readonly [N in PostName]: readonly (
    | AlertRuleAnswer
    | AlertTrial
    | ApiResult
    | HistoryImportAnswer
    | ImportTakeBackAnswer
    | DryRunAnswer
    | MeterTrial
    | MqttTrial
    | SourceChange
    | SourceTrial
    | TakeBackAnswer
    | TimeServerTrial
    | ShareMade
    | ShareOpened
    | OpenIdAuthenticated
    | OpenIdStarted
    | PasskeyAuthenticated
    | PasskeyBegun
    | PasskeyQuestion
    | TimeseriesTrial
    | TokenCreated
  )[];
} = {
  setLimit: [
    ...[SAVED, result('LimitInvalidInverter'), ...ORDERS_OFF],
    ...[result('LimitHeld'), result('LimitCapped'), result('LimitNotSafe')],
  ],
  setPower: [SAVED, result('PowerInvalidInverter'), ...ORDERS_OFF],
  addInverter: [result('InverterAdded'), result('InverterCount', { max: INVERTER_COUNT_MAX })],
  editInverter: [result('InverterChanged')],
  deleteInverter: [result('InverterDeleted')],
  setNetworkConfig: [SAVED],
  setNtpConfig: [SAVED],
  setTime: [result('TimeUpdated')],
  testTimeServer: [
    {
      ...{ type: 'success', message: 'The server gives the time.', ntp_failure: '' },
      ...{ ntp_address: '192.0.2.7', ntp_offset: -0.021 },
    },
    {
      ...{ type: 'warning', message: 'The server name cannot be found.', ntp_failure: 'unknown-host' },
      ...{ ntp_address: '', ntp_offset: 0 },
    },
  ],
  setMqttConfig: [SAVED, result('MqttHassTopicTrailingSlash')],
  testMqttConnection: [
    { type: 'success', message: 'The broker accepts the connection.', mqtt_failure: '' },
    { type: 'warning', message: 'Nothing is listening on this port of the server.', mqtt_failure: 'refused' },
  ],
  setDtuConfig: [SAVED],
  setDeviceConfig: [SAVED],
  setSecurityConfig: [SAVED, result('PasswordNeeded')],
  deleteConfig: [result('ConfigReset'), result('ConfigNotDeleted')],
  deleteFile: [result('ConfigNotDeleted'), result('FileDeleted')],
  deleteAllFiles: [result('ConfigReset'), result('ConfigNotDeleted')],
  setInverterOrder: [result('InverterOrderSaved')],
  reboot: [result('RebootTriggered'), result('RebootCancelled')],
  saveSource: [
    ...[SAVED, result('SourceTwice'), result('SourceSame'), result('SourceUnknown')],
    ...[result('SourceCount', { max: SOURCE_COUNT_MAX }), NOTHING_THERE],
  ],
  renameSourceInverter: [result('InverterChanged'), result('InverterInvalidId'), NOT_ASKED],
  setSourceDocument: [SAVED, NOT_ASKED],
  rebootSource: [result('RebootTriggered'), result('RebootCancelled'), NOT_ASKED],
  setHistorySettings: [SAVED],
  replaceInHistory: [
    result('HistoryReplaced'),
    result('HistoryReplaceUnknown'),
    result('HistoryReplaceThere'),
    result('HistoryReplaceNew'),
    result('HistoryReplaceOverlap'),
    result('HistoryNotKept'),
  ],
  setLogConfig: [SAVED],
  setFinding: [result('FindingSaved'), result('FindingUnknown')],
  takeImportBack: [
    { ...result('HistoryImportTakenBack'), staying_days: 12 },
    ...[result('ChangeNothingLeft'), result('ChangeUnknown'), result('HistoryNotKept')],
  ],
  importHistory: [
    { ...result('HistoryImported'), import: 7 },
    result('HistoryImportDays'),
    result('HistoryNotKept'),
  ],
  takeChangeBack: [
    {
      ...result('ChangeTakenBack'),
      kept: [{ section: 'mqtt', path: ['mqtt_password'], why: 'secret' }],
    },
    result('ChangeNothingLeft'),
    result('ChangeUnknown'),
  ],
  setPlant: [SAVED, result('PlantGroupUnknown')],
  setLimitSettings: [
    ...[SAVED, result('LimitTarget'), result('LimitMemberRange'), result('LimitMinimaAboveCap')],
    result('LimitGroupInUse'),
  ],
  claimLimit: [
    ...[result('LimitClaimed'), result('LimitKeptForLater')],
    ...[result('LimitTarget'), result('LimitNoSun')],
  ],
  setRule: [SAVED, result('LimitTarget')],
  armRule: [
    ...[result('RuleArmed'), result('RuleDisarmed')],
    ...[result('RuleNoMeter'), result('RuleMeterSilent'), result('RuleNoInverter'), result('RuleNoAnswer')],
  ],
  dryRunRule: [
    { type: 'success', message: 'The rule has run over what was recorded.', recorded: DRY_RUN },
    {
      ...{ type: 'warning', message: 'Nothing is recorded yet of which plant and meter are both known.' },
      problem: 'nothing-recorded',
    },
    { type: 'warning', message: 'Another dry run is under way.', problem: 'busy' },
    ...[result('RuleNoInverter'), result('LimitTarget')],
  ],
  testFailSafe: [
    ...[result('FailSafeTestStarted'), result('RuleNotArmed')],
    ...[result('FailSafeTestCancelled'), result('FailSafeNotTested')],
  ],
  endSession: [result('SessionEnded'), result('SessionUnknown')],
  saveAccount: [
    ...[result('AccountSaved'), result('AccountUnknown'), result('AccountTaken'), result('AccountName')],
    ...[result('AccountRole'), result('AccountCount'), result('AccountAdmin')],
    result('PasswordLength', { max: PASSWORD_MAX_LENGTH }),
  ],
  removeAccount: [result('AccountRemoved'), result('AccountUnknown'), result('AccountAdmin')],
  setFirstPassword: [
    ...[result('FirstPasswordSaved'), result('FirstCodeWrong'), result('FirstCodeWait')],
    ...[result('FirstPasswordKnown'), result('FirstPasswordOver')],
    result('PasswordLength', { max: PASSWORD_MAX_LENGTH }),
  ],
  endFirstRun: [SAVED],
  setOwnPassword: [
    ...[result('PasswordChanged'), result('PasswordWrong')],
    result('PasswordLength', { max: PASSWORD_MAX_LENGTH }),
  ],
  createToken: [
    { ...result('TokenCreated'), token: 'hgt_Yp0cD1Kp8W3rX5sZ7uB9vN2mQ4tE6yI8oA0lF1gH3jk' },
    ...[result('ListFull'), result('AccountRole'), result('EntryName', { max: TOKEN_NAME_MAX_LENGTH })],
  ],
  endToken: [result('TokenEnded'), result('TokenUnknown')],
  setSignIn: [
    ...[result('SettingsSaved'), result('SignInAddress'), result('SignInAddressCount')],
    ...[result('SignInHeader'), result('SignInSecret')],
    ...[result('SignInIssuer'), result('SignInPublic'), result('SignInText'), result('SignInGroups')],
  ],
  startOpenId: [
    {
      ...result('OpenIdAsked'),
      address: 'https://id.example/authorize?client_id=heliograph&state=Yp0cD1Kp8W3r',
    },
    ...[result('OpenIdOff'), result('OpenIdUnreachable'), result('OpenIdLate')],
  ],
  finishOpenId: [
    {
      ...{ ...result('OpenIdAccepted'), user: 'anna (OpenID)', return_url: '/history', role: 'operator' },
      token: 'hgs_Yp0cD1Kp8W3rX5sZ7uB9vN2mQ4tE6yI8oA0lF1gH3jk',
    },
    ...[result('OpenIdLate'), result('OpenIdRefused'), result('OpenIdStranger'), result('OpenIdClock')],
    ...[result('OpenIdOff'), result('OpenIdUnreachable')],
  ],
  setTimeseriesSettings: [
    ...[SAVED, result('TimeseriesAddress'), result('TimeseriesSite'), result('TimeseriesText')],
    result('TimeseriesTextLength', { max: TIMESERIES_ADDRESS_MAX_LENGTH }),
    result('TimeseriesInterval', { min: TIMESERIES_INTERVAL_MIN_S, max: TIMESERIES_INTERVAL_MAX_S }),
  ],
  testTimeseries: [
    result('TimeseriesTaken'),
    { type: 'warning', message: 'Nothing answers at this address.', problem: 'unreachable' },
    {
      ...{ type: 'warning', message: 'There is no such path or database there.', problem: 'not-found' },
      answer: '{"error":"database not found: \\"solar\\""}',
    },
  ],
  createShare: [
    { ...result('ShareMade'), secret: 'hgl_Yp0cD1Kp8W3rX5sZ7uB9vN2mQ4tE6yI8oA0lF1gH3jk' },
    ...[result('ListFull'), result('ShareNoClock')],
    result('EntryName', { max: SHARE_NAME_MAX_LENGTH }),
  ],
  endShare: [result('ShareEnded'), result('ShareUnknown')],
  openShare: [
    { ...result('Authenticated'), page: 'home' },
    ...[result('ShareUnknown'), result('ShareExpired'), result('ShareNoClock')],
  ],
  beginPasskey: [
    {
      ...result('PasskeyAsked'),
      ...{ challenge: 'kq7vQJ5xWnD3yB9mF2hT6uR8cL4pS0aE1gZiXoVwYdM', host: 'heliograph.example' },
      ...{ user_handle: 'Yp0cD1Kp8W3rX5sZ7uB9vN2mQ4tE6yI8oA0lF1gH3jk', exclude: [] },
    },
    ...[result('PasswordNeeded'), result('PasskeyPlace'), result('ListFull')],
    result('EntryName', { max: PASSKEY_NAME_MAX_LENGTH }),
  ],
  addPasskey: [
    ...[result('PasskeyChanged'), result('PasskeyLate'), result('PasskeyRefused'), result('ListFull')],
    result('PasskeyPlace'),
  ],
  removePasskey: [result('PasskeyChanged'), result('PasskeyRefused'), result('PasswordNeeded')],
  removePasskeysOf: [result('PasskeyChanged'), result('PasskeyRefused'), result('AccountUnknown')],
  askForPasskey: [
    {
      ...result('PasskeyAsked'),
      ...{ challenge: 'kq7vQJ5xWnD3yB9mF2hT6uR8cL4pS0aE1gZiXoVwYdM', host: 'heliograph.example' },
    },
    result('PasskeyPlace'),
  ],
  logInWithPasskey: [
    {
      ...{ ...result('PasskeyAccepted'), user: 'Anna', role: 'operator' },
      token: 'hgs_Yp0cD1Kp8W3rX5sZ7uB9vN2mQ4tE6yI8oA0lF1gH3jk',
    },
    ...[result('PasskeyLate'), result('PasskeyRefused'), result('PasskeyCopied')],
    result('PasskeyPlace'),
  ],
  releaseLimit: [result('LimitReleased'), result('LimitNothingHeld')],
  setMeter: [SAVED, result('RuleNeedsMeter')],
  testMeter: [
    { type: 'success', message: 'The meter tells a power.', power: 428 },
    { type: 'warning', message: 'Nothing listens at this address and port.', problem: 'unreachable' },
    { type: 'warning', message: 'There is no meter of this kind.', problem: 'none' },
  ],
  setModbusSettings: [SAVED],
  setRadioSettings: [SAVED],
  testRadio: [
    {
      type: 'success',
      message: 'The radio is being tested; what comes of it is told with the radio.',
    },
    { type: 'warning', message: 'The radio is not tested.' },
  ],
  setAlertSettings: [SAVED, result('AlertVoltage'), result('AlertTemplate'), result('AlertTarget')],
  testAlertChannel: [
    result('AlertSent'),
    { type: 'warning', message: 'Nothing answers at this address.', problem: 'unreachable' },
  ],
  testAlertRule: [
    { ...result('AlertRuleTested'), now: ['Carport does not answer'] },
    { ...result('AlertNoChannel'), now: [] },
  ],
  removeSource: [result('SourceRemoved'), result('SourceUnknown')],
  setSourcePolling: [SAVED],
  testSource: [
    result('SourceSame'),
    {
      ...{ type: 'success', message: 'The device answers.', source_problem: '' },
      source_facts: {
        ...{ kind: 'opendtu', model: 'ESP32-S3, generic_esp32s3', version: 'v26.3.30' },
        ...{
          newest_version: 'v26.3.30',
          generation: '2024-02',
          host_name: 'OpenDTU-ABCDEF',
          gaps: [],
          unprotected_sockets: false,
        },
      },
      ...{ source_inverters: 3, source_password_right: true },
    },
    NOTHING_THERE,
  ],
};

const NAMES = Object.keys(RESULT_CODES) as ResultName[];

/** The result that an answer tells; undefined for one with words of its own. */
export function resultNameOf({ code, message }: ApiResult): ResultName | undefined {
  return code === undefined
    ? NAMES.find((name) => patternOf(name).test(message))
    : NAMES.find((name) => RESULT_CODES[name].code === code);
}

function patternOf(name: ResultName): RegExp {
  const escaped = RESULT_MESSAGES[name].replace(/[.*+?^$()|[\]\\/]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '\\d+')}$`);
}
