/**
 * What became of the last order to an inverter. `Unknown` is never sent by the original; a reader takes it for every
 * word it does not know. Source: docs/reference/original-device.md#limit and #orders.
 */
export const COMMAND_STATUSES = ['Ok', 'Pending', 'Failure', 'Unknown'] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

/** Reads a status; anything that is none is `Unknown`. */
export function readCommandStatus(value: unknown): CommandStatus {
  return COMMAND_STATUSES.find((status) => status === value) ?? 'Unknown';
}
