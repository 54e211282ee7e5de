/**
 * How the last attempt to read or to set something ended. `Pending` lasts from the moment it is queued until the answer
 * or until we give up. Source: docs/reference/original-device.md#orders.
 */
export type CommandState = 'Ok' | 'Pending' | 'Failure';
