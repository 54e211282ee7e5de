import { SEAM_NAMES } from './seams.ts';

/** For a build that is shipped: every protection is in place for good, so that no question about it is left. */
export function protectionsInPlace(): Record<string, string> {
  return Object.fromEntries(SEAM_NAMES.map((name) => [`__WITHOUT__.${name}`, 'false']));
}
