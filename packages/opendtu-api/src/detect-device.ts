import {
  type Capabilities,
  capabilitiesOf,
  type Generation,
  generationOf,
  nextChange,
  type ReleaseSpan,
} from './capabilities.ts';
import { FEBRUARY_2023, type FirmwareVersion, parseVersion, type Release, releaseOf } from './release.ts';
import { amountIn, listIn, nameIn, objectIn, textIn, valueIn, type WireObject } from './untrusted-values.ts';

/** What answers: OpenDTU, its fork OpenDTU-OnBattery, or another Heliograph. */
export type DeviceKind = 'opendtu' | 'onbattery' | 'heliograph';

/** Which device answers, and what it can do. */
export interface DeviceFacts {
  readonly kind: DeviceKind;
  readonly generation: Generation;
  readonly capabilities: Capabilities;
  /** Its firmware is one of these releases, as far as it can be known. */
  readonly span: ReleaseSpan;
  /** What it calls its version: a release, or the hash of a commit; empty where it says nothing. */
  readonly versionText: string;
  /** Undefined where its text is none. */
  readonly version: FirmwareVersion | undefined;
  /** Of its settings: `0.1.30`. */
  readonly configVersion: string | undefined;
  readonly hostName: string;
  readonly uptimeS: number | undefined;
  /** What its firmware was built for: `generic_esp32`. */
  readonly environment: string | undefined;
  /** What it is made of: `ESP32-S3`. */
  readonly chipModel: string | undefined;
  /** Only of another Heliograph: the id of its run, */
  readonly gatewayId: string | undefined;
  /** and those of the Heliographs that it has inverters from, directly or through others. */
  readonly upstreamIds: readonly string[];
}

/** No release is later. */
const NO_END: Release = 99_12_31;

/**
 * Which versions of the settings belong to which releases: each from its own up to the next one. Source:
 * docs/reference/api-generations.md#which-generation-a-device-is.
 */
const SETTINGS_SINCE: readonly (readonly [version: string, since: Release])[] = [
  ['0.1.23', FEBRUARY_2023],
  ['0.1.24', 23_04_04],
  ['0.1.25', 23_09_11],
  ['0.1.26', 24_01_04],
  ['0.1.27', 24_01_14],
  ['0.1.28', 24_03_31],
  ['0.1.29', 24_11_07],
  ['0.1.30', 25_05_10],
];

/** Keys of the system status that came with a release. Source: docs/reference/api-generations.md#system-status. */
const KEYS_SINCE: readonly (readonly [key: string, since: Release])[] = [
  ['nrf_configured', 23_04_15],
  ['pioenv', 23_05_09],
  ['heap_max_block', 24_01_14],
  ['psram_total', 24_02_12],
  ['cputemp', 24_06_10],
  ['task_details', 24_10_15],
  ['git_branch', 25_05_10],
];
/** The last release that tells of one radio only. */
const ONE_RADIO_UP_TO: Release = 23_04_14;

/**
 * Which device it is, from its answer to `GET /api/system/status`; undefined where that is not the answer of such a
 * device. Source: docs/reference/api-generations.md#which-generation-a-device-is.
 */
export function detectDevice(status: unknown): DeviceFacts | undefined {
  const object = objectIn(status);
  const hostName = nameIn(valueIn(object, 'hostname'));
  const build = nameIn(valueIn(object, 'git_hash'));
  const configVersion = textIn(valueIn(object, 'config_version'));
  if (object === undefined || hostName === undefined) return undefined;
  if (build === undefined && configVersion === undefined) return undefined;
  const version = parseVersion(build ?? '');
  const span = spanOf(object, version, configVersion);
  const kind = kindOf(object);
  const capabilities = capabilitiesOf(span);
  return {
    kind,
    generation: generationOf(span),
    // It answers as that release, and is none: its sockets never had the defect.
    capabilities: kind === 'heliograph' ? { ...capabilities, socketsUnprotected: false } : capabilities,
    span,
    versionText: nameIn(valueIn(object, 'heliograph_version')) ?? build ?? '',
    version,
    configVersion,
    hostName,
    uptimeS: amountIn(valueIn(object, 'uptime')),
    environment: nameIn(valueIn(object, 'pioenv')),
    chipModel: nameIn(valueIn(object, 'chipmodel')),
    gatewayId: textIn(valueIn(object, 'heliograph_id')),
    upstreamIds: (listIn(valueIn(object, 'heliograph_upstream')) ?? []).flatMap((id) => textIn(id) ?? []),
  };
}

/** Another Heliograph may say that it is an original device of any age, so its own keys are looked at first. */
function kindOf(status: WireObject): DeviceKind {
  if (Object.hasOwn(status, 'heliograph_version') || Object.hasOwn(status, 'heliograph_commit')) {
    return 'heliograph';
  }
  return Object.hasOwn(status, 'config_version_onbattery') ? 'onbattery' : 'opendtu';
}

function spanOf(
  status: WireObject,
  version: FirmwareVersion | undefined,
  configVersion: string | undefined,
): ReleaseSpan {
  if (version === undefined) return spanOfKeys(status, configVersion);
  const release = releaseOf(version);
  if (version.commitsAfter === 0) return { from: release, upTo: release };
  // What it was built from came before the next release, and may have what that brought; a key of that proves it.
  const upTo = nextChange(release) ?? NO_END;
  return { from: Math.max(release, ...keysSince(status).filter((since) => since <= upTo)), upTo };
}

/** Since when there were the keys that this status has. */
function keysSince(status: WireObject): readonly Release[] {
  return KEYS_SINCE.filter(([key]) => Object.hasOwn(status, key)).map(([, since]) => since);
}

/** Keys that are there say how old it is at least; one that is missing says how old at most, unless others belie it. */
function spanOfKeys(status: WireObject, configVersion: string | undefined): ReleaseSpan {
  const settings = spanOfSettings(configVersion);
  const present = keysSince(status);
  const from = Math.max(settings.from, ...present);
  const missing = KEYS_SINCE.map(([, since]) => since).filter(
    (since) => since > from && !present.includes(since),
  );
  const hasOneRadio = Object.hasOwn(status, 'radio_connected') && from <= ONE_RADIO_UP_TO;
  const upTo = Math.min(
    settings.upTo < from ? NO_END : settings.upTo,
    hasOneRadio ? ONE_RADIO_UP_TO : NO_END,
    ...missing.map((since) => since - 1),
  );
  return { from, upTo };
}

/** The version of the settings that a device of that release has: `0.1.30`. */
export function settingsVersionOf(release: Release): string {
  const [version] = SETTINGS_SINCE.findLast(([, since]) => since <= release) ?? ['0.1.23'];
  return version;
}

/** Versions that are not known yet are later than the last one. */
function spanOfSettings(configVersion: string | undefined): ReleaseSpan {
  const index = SETTINGS_SINCE.findIndex(([version]) => version === configVersion);
  const [, since] = SETTINGS_SINCE[index] ?? [];
  if (since !== undefined) return { from: since, upTo: (SETTINGS_SINCE[index + 1]?.[1] ?? NO_END + 1) - 1 };
  const isLater = /^0\.1\.(3[1-9]|[4-9]\d)$/.test(configVersion ?? '');
  return { from: isLater ? 25_05_10 : FEBRUARY_2023, upTo: NO_END };
}
