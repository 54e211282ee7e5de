import { StartError } from '../platform/start-error.ts';

/** The settings cannot be used, nor what is kept beside them for this case. */
export class DamagedFileError extends StartError {
  /** As in `settings.db`. */
  readonly fileName: string;
  /** It is not damaged, it is gone. */
  readonly isMissing: boolean;

  constructor({ fileName, isMissing }: { fileName: string; isMissing: boolean }, message: string) {
    super(message);
    this.fileName = fileName;
    this.isMissing = isMissing;
  }
}

/** What is left for the owner to do. */
export const WAYS_ON = 'put a good copy in its place, or start with another data folder (--data).';
