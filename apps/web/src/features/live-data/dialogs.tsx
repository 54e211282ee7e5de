/**
 * Everything of the live view that waits for somebody to press a button or to give an order, as one lazily loaded file:
 * the first load must not carry it.
 */

export { DeviceInfoDialog } from './dialogs/device-info-dialog.tsx';
export { EventLogDialog } from './dialogs/event-log-dialog.tsx';
export { LimitDialog } from './dialogs/limit-dialog.tsx';
export { PowerDialog } from './dialogs/power-dialog.tsx';
export { createKeptOrders } from './pending-orders-watcher.tsx';
