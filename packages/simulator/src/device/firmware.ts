import {
  type Capabilities,
  capabilitiesOfRelease,
  FEBRUARY_2023,
  NEWEST_RELEASE,
  type Release,
  versionText,
} from '@heliograph/opendtu-api';
import type { FirmwareName } from '../scenarios/scenario.ts';

/** What a simulated device runs. */
export interface SimulatedFirmware {
  readonly release: Release;
  /** The fork OnBattery, built from that release. */
  readonly isOnBattery: boolean;
}

/** One of each generation, the newest, and the fork. Any other release can be simulated too. */
export const FIRMWARES: Readonly<Record<FirmwareName, SimulatedFirmware>> = {
  '2023-02': { release: FEBRUARY_2023, isOnBattery: false },
  'v23.4.4': { release: 23_04_04, isOnBattery: false },
  'v24.2.12': { release: 24_02_12, isOnBattery: false },
  'v26.3.30': { release: NEWEST_RELEASE, isOnBattery: false },
  onbattery: { release: 24_02_19, isOnBattery: true },
};

/** How it calls itself; the fork writes `2024.02.19`. Source: docs/reference/api-generations.md#releases. */
export function firmwareText({ release, isOnBattery }: SimulatedFirmware): string {
  if (!isOnBattery) return versionText(release);
  const day = String(20_000_000 + release);
  return `${day.slice(0, 4)}.${day.slice(4, 6)}.${day.slice(6)}`;
}

/** Differences between releases that matter to a device itself, and to nobody who reads its documents. */
export interface DeviceManners extends Capabilities {
  /** Sums leave out inverters that are not polled. */
  readonly sumsPolledOnly: boolean;
  /** A serial may have hex letters; before they read as 0. */
  readonly readsHexSerials: boolean;
  /** The text of a POST may have any length. */
  readonly takesLongTexts: boolean;
  /** A new password closes the sockets. */
  readonly closesSocketsAtPassword: boolean;
  /** Lines of the console end with LF and have a level and a tag. */
  readonly tagsLogLines: boolean;
  /** A name of a WiFi network may have 32 bytes, before 31. */
  readonly takesLongSsid: boolean;
  /** The topic of the discovery must end with a slash. */
  readonly checksDiscoverySlash: boolean;
}

/**
 * Source: docs/reference/api-generations.md#three-shapes-of-live-data, #logins,
 * #what-a-save-needs and #console-prometheus-languages.
 */
export function mannersOf(release: Release): DeviceManners {
  return {
    ...capabilitiesOfRelease(release),
    sumsPolledOnly: release >= 23_05_31,
    readsHexSerials: release >= 24_03_15,
    takesLongTexts: release >= 24_04_12,
    closesSocketsAtPassword: release >= 24_09_30,
    tagsLogLines: release >= 25_05_10,
    takesLongSsid: release >= 23_04_04,
    checksDiscoverySlash: release >= 25_09_11,
  };
}
