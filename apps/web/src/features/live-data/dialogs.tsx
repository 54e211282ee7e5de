/**
 * Everything of the live view that waits for somebody to press a button, as one lazily loaded file: the first load
 * must not carry it.
 */

export { DeviceInfoDialog } from './dialogs/device-info-dialog.tsx';
export { EventLogDialog } from './dialogs/event-log-dialog.tsx';
export { LimitDialog } from './dialogs/limit-dialog.tsx';
export { PowerDialog } from './dialogs/power-dialog.tsx';
export { PendingOrderChips, PendingOrderMark } from './pending-order-chips.tsx';
