/** What all commands share. Source: docs/reference/radio-protocol.md#frames and #requests. */

/** The five data requests differ in one byte only. */
export type DataCommandKind =
  | 'RealTimeRunData'
  | 'AlarmData'
  | 'DevInfoAll'
  | 'DevInfoSimple'
  | 'SystemConfigPara';

export type ControlCommandKind = 'ActivePowerControl' | 'PowerControl';

export type CommandKind = DataCommandKind | ControlCommandKind;

/** Byte 0 of a packet. An answer carries the main command of its request plus 0x80. */
export const MAIN_COMMAND = { data: 0x15, control: 0x51, dataAnswer: 0x95, controlAnswer: 0xd1 } as const;

/** How long to wait for the answer to one transmission. */
export const ANSWER_TIMEOUT_MS: Readonly<Record<CommandKind, number>> = {
  RealTimeRunData: 200,
  AlarmData: 600,
  DevInfoAll: 200,
  DevInfoSimple: 200,
  SystemConfigPara: 200,
  ActivePowerControl: 2000,
  PowerControl: 2000,
};

/** How long to wait for one fragment that was asked for again. */
export const RETRANSMIT_TIMEOUT_MS = 100;

/** The two ends of an exchange, as canonical serials. */
export interface Link {
  readonly inverterSerial: string;
  readonly dtuSerial: string;
}
