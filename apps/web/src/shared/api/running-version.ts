import type { ReceivedSystemStatus } from '@heliograph/contract';

type Told = Pick<ReceivedSystemStatus, 'git_hash' | 'heliograph_version' | 'heliograph_commit'>;

/** Whether it is a gateway of ours, a program on a computer, which runs no firmware. */
export function isProgram(status: Partial<Told>): boolean {
  return status.heliograph_version !== undefined;
}

/** The version that runs: of our gateway with its commit, else of the firmware. Empty where it is not known. */
export function runningVersion(status: Partial<Told>): string {
  const { git_hash = '', heliograph_version: version = '', heliograph_commit: commit = '' } = status;
  if (!isProgram(status)) return firmwareVersion(git_hash);
  return version && commit ? `${version} (${commit})` : version || commit;
}

/** What tells the running version to the code host. */
export function runningCommit(status: Partial<Told>): string {
  return isProgram(status) ? (status.heliograph_commit ?? '') : firmwareVersion(status.git_hash ?? '');
}

/**
 * The version in a device's build description: the `g` of a short commit hash is cut off and nothing else. Empty where
 * it is not known: no text, or a hash of zeros. Source: docs/reference/original-device.md#system-status and #quirk-61.
 */
function firmwareVersion(gitHash: string): string {
  const version = gitHash.trim().replace(/^g(?=[0-9a-f]+$)/i, '');
  return /^0*$/.test(version) ? '' : version;
}
