import type { Caller, EndpointName, Handlers, SupportBundle } from '@heliograph/contract';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { Log } from '../../platform/log.ts';
import { SECTION_NAMES, type SectionName } from '../../settings/sections.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { withoutSecrets } from '../../settings/told-settings.ts';
import { masked } from '../access/masked.ts';

/** What says how things are, and needs no question. */
const FACTS = [
  ...(['getSystemStatus', 'getNetworkStatus', 'getNtpStatus', 'getMqttStatus', 'getSources'] as const),
  ...(['getLimitState', 'getRule', 'getMeterReading', 'getFindings', 'getPlantDay'] as const),
] satisfies readonly EndpointName[];

/** Who logs in with what is nobody's business who helps. */
const isForHelpers = (section: SectionName) => section !== 'passkeys';

export interface SupportBundleParts {
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly log: Pick<Log, 'recentLines'>;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly version: string;
  readonly gitHash: string;
  readonly installation: string;
}

/** Everything comes as a visitor gets it, so that nothing private goes to a stranger with it. */
export function createSupportBundle(
  parts: SupportBundleParts,
  handlers: Pick<Handlers, (typeof FACTS)[number]>,
) {
  const { settings, log, deviceClock, version, gitHash, installation } = parts;

  async function factOf(name: (typeof FACTS)[number], caller: Caller): Promise<readonly [string, unknown][]> {
    try {
      const answer = await handlers[name](undefined, {} as never, caller);
      return [[name, masked(name, answer as never)]];
    } catch {
      return []; // the rest is of use without it
    }
  }

  return async (caller: Caller): Promise<SupportBundle> => {
    const visitor = { ...caller, mayReadPrivate: async () => false };
    const facts = await Promise.all(FACTS.map((name) => factOf(name, visitor)));
    return {
      ...(deviceClock.isSet() && { at: Math.floor(deviceClock.unixMs() / 1000) }),
      ...{ version, git_hash: gitHash, installation, log: log.recentLines() },
      facts: Object.fromEntries(facts.flat()),
      settings: Object.fromEntries(
        SECTION_NAMES.filter(isForHelpers).map((section) => [
          section,
          withoutSecrets(section, settings.get(section)),
        ]),
      ),
    };
  };
}
