/**
 * A release of the original firmware as one number that can be compared: year, month and day, two digits each.
 * `24_02_12` is v24.2.12. Source: docs/reference/api-generations.md#releases.
 */
export type Release = number;

/** The firmware of February 2023, which has no release number. */
export const FEBRUARY_2023: Release = 23_02_06;
/** The newest release of which this package knows what it says. */
export const NEWEST_RELEASE: Release = 26_03_30;

/** What a device calls itself, taken apart. */
export interface FirmwareVersion {
  /** Four digits. */
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Changes since that release; 0 for the release itself. */
  readonly commitsAfter: number;
}

const VERSION = /^v?(20)?(\d{2})\.(\d{1,2})\.(\d{1,2})(?!\d)(?:.*-(\d{1,6})-g[0-9a-f]+)?/i;

/**
 * Reads `v24.2.12`, the builds between releases `v24.2.12-7-g1a2b3c4`, and the fork's tags `2024.02.19`. Undefined for
 * everything else, such as the hash of a commit. Source: docs/reference/api-generations.md#releases.
 */
export function parseVersion(text: string): FirmwareVersion | undefined {
  const [, , year = '', month = '', day = '', commits = '0'] = VERSION.exec(text.slice(0, 100)) ?? [];
  const version = { year: 2000 + Number(year), month: Number(month), day: Number(day) };
  const isDate = version.month >= 1 && version.month <= 12 && version.day >= 1 && version.day <= 31;
  return year !== '' && isDate ? { ...version, commitsAfter: Number(commits) } : undefined;
}

/** The release that a version is, or was built after. */
export function releaseOf({ year, month, day }: FirmwareVersion): Release {
  return (year - 2000) * 10_000 + month * 100 + day;
}

/** How a release calls itself: `v24.2.12`; the firmware of February 2023 by the hash of its commit. */
export function versionText(release: Release): string {
  if (release <= FEBRUARY_2023) return 'g24ad73f';
  return `v${Math.floor(release / 10_000)}.${Math.floor(release / 100) % 100}.${release % 100}`;
}
