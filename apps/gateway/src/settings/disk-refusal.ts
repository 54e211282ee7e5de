import { type FileRefusal, fileRefusal } from '@heliograph/contract';
import { writeObstacleOf } from '../platform/start-error.ts';

/** Why a file that was sent could not be written, by what the disk said. */
export function diskRefusal(error: unknown): FileRefusal {
  switch (writeObstacleOf(error)) {
    case 'full':
      return fileRefusal('disk-full');
    case 'read-only':
      return fileRefusal('disk-read-only');
    default:
      return fileRefusal('not-stored');
  }
}
