/**
 * The gateway cannot start, for a reason its owner can do something about. The message is one whole sentence (or
 * two) for that person; nothing else of it is shown.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The code of a failed system call (`EACCES`, `ENOSPC` ...), undefined for any other failure. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Why nothing can be written for now: a read-only disk, files that are sealed or of another user; or no room. */
export type WriteObstacle = 'read-only' | 'full';

const OBSTACLES: Readonly<Record<string, WriteObstacle>> = {
  EROFS: 'read-only',
  EPERM: 'read-only',
  EACCES: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** Why a system call could not write; undefined where it failed for another reason. */
export function writeObstacleOf(error: unknown): WriteObstacle | undefined {
  return OBSTACLES[systemErrorCode(error) ?? ''];
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file is in its place',
  ENOENT: 'it does not exist and cannot be created',
  EISDIR: 'a folder is in its place',
  EIO: 'the disk reports an error',
  EADDRINUSE: 'it is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
  EAI_AGAIN: 'this machine has no such address',
};

/** Why a system call failed, in words. */
export function systemErrorReason(error: unknown): string {
  const code = systemErrorCode(error);
  return REASONS[code ?? ''] ?? code ?? (error instanceof Error ? error.message : String(error));
}
