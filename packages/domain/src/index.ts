/** Inverters and what they do, in plain words with units: no bytes, no keys of any wire. Pure, and imports nothing. */

export type { DeviceModel, FirmwareInfo, HardwareInfo } from './device-info.ts';
export { EVENT_MESSAGES, eventMessage } from './event-messages.ts';
export type { GridProfile, GridProfileItem, GridProfileSection } from './grid-profile.ts';
export {
  type InverterModel,
  type InverterSettings,
  type InverterTreatment,
  type StringSettings,
  USUAL_TREATMENT,
} from './inverter.ts';
export type { InverterEvent } from './inverter-event.ts';
export type { HopMode, LinkCounts } from './link-counts.ts';
export {
  isOpenOrder,
  type LimitCertainty,
  type LimitCommand,
  ORDER_WAYS,
  type Order,
  type OrderAction,
  type OrderExpiry,
  type OrderOrigin,
  type OrderRefusal,
  type OrderStep,
  type OrderWay,
  orderState,
  type PowerCommand,
} from './orders.ts';
export type { RadioStatistics } from './radio-statistics.ts';
export {
  irradiationPercent,
  noReading,
  type PhaseReading,
  type Reading,
  type StringReading,
} from './reading.ts';
export { canonicalSerial } from './serial.ts';
export { REACHABLE_FAILURES_MAX, type Silence } from './silence.ts';
