import type { ReceivedSystemStatus } from '@heliograph/contract';

type Told = Pick<ReceivedSystemStatus, 'firmwareBuild' | 'programVersion' | 'programCommit'>;

/**
 * Whether it is a gateway of ours, a program on a computer, which runs no firmware. Pages in the flash of a device never
 * meet one: they need not ask.
 */
export function isProgram(status: Partial<Told>): boolean {
  return status.programVersion !== undefined;
}

/** The version that runs: of our gateway with its commit, else of the firmware. Empty where it is not known. */
export function runningVersion(status: Partial<Told>): string {
  if (__FOR_DEVICE__ || !isProgram(status)) return firmwareVersion(status);
  const { programVersion: version = '', programCommit: commit = '' } = status;
  return version && commit ? `${version} (${commit})` : version || commit;
}

/** What tells the running version to the code host. */
export function runningCommit(status: Partial<Told>): string {
  return isProgram(status) ? (status.programCommit ?? '') : firmwareVersion(status);
}

/**
 * The version in a device's build description: the `g` of a short commit hash is cut off and nothing else. Empty where
 * it is not known: no text, or a hash of zeros. Source: docs/reference/original-device.md#system-status and #quirk-61.
 */
function firmwareVersion({ firmwareBuild = '' }: Partial<Told>): string {
  const version = firmwareBuild.trim().replace(/^g(?=[0-9a-f]+$)/i, '');
  return /^0*$/.test(version) ? '' : version;
}
