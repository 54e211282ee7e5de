import {
  type Handlers,
  PASSING_SOURCE_PROBLEMS,
  result,
  SOURCE_COUNT_MAX,
  type SourceCertificate,
  type SourceConfig,
  type SourceProblem,
  type SourceStatus,
  type SourceTrial,
  type SourceUpdate,
} from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { DeviceFinder } from '../../sources/opendtu/device-finder.ts';
import type { DeviceSources, DeviceTest } from '../../sources/opendtu/device-sources.ts';
import type { PollStagger } from '../../sources/opendtu/poll-stagger.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type SourceHandlers = Pick<
  Handlers,
  | 'getSources'
  | 'getSourceSettings'
  | 'saveSource'
  | 'removeSource'
  | 'setSourcePolling'
  | 'testSource'
  | 'findSources'
>;

export interface SourceHandlerOptions {
  readonly settings: SettingsStore;
  /** All sources, the own radio first. */
  readonly sources: () => readonly SourceStatus[];
  readonly devices: Pick<DeviceSources, 'statuses' | 'test' | 'upstreamIds'>;
  readonly pollStagger: Pick<PollStagger, 'before'>;
  readonly deviceFinder: Pick<DeviceFinder, 'found'>;
  readonly randomBytes: (count: number) => Uint8Array;
}

const ID_BYTES = 4;

/** Where inverters come from. Whoever needs to know of a change has subscribed to the settings. */
export function createSourceHandlers(options: SourceHandlerOptions): SourceHandlers {
  const { settings, sources, devices, pollStagger, deviceFinder, randomBytes } = options;
  const configured = () => settings.get('sources').source;

  /** The device that is meant, with the password that is kept where none was posted. */
  function completed({ untested: _, ...update }: SourceUpdate): SourceConfig {
    const before = configured().find(({ id }) => id === update.id);
    return { ...update, password: keptPassword(update, before) };
  }

  return {
    getSources: () => ({
      sources: sources().map((source) => {
        const beforeS = pollStagger.before(source);
        return beforeS === undefined ? source : { ...source, poll_interval_before: beforeS };
      }),
    }),
    getSourceSettings: () => ({
      sources: configured().map((source) => ({ ...source, password: shownSecret(source.password) })),
      stagger_polls: settings.get('sources').stagger_polls,
    }),
    async saveSource(update) {
      const refusal = refusalOf(configured(), update);
      if (refusal !== undefined) return refusal;
      const asked = completed(update);
      const test = asked.enabled ? await devices.test(asked) : undefined;
      if (test !== undefined && (test.twin !== undefined || !maySave(test, update))) return trialOf(test);
      const id = isNew(update) ? Buffer.from(randomBytes(ID_BYTES)).toString('hex') : update.id;
      let lateRefusal: SourceTrial | undefined;
      await settings.update('sources', (current) => {
        // While it was tried, others may have saved too.
        lateRefusal = refusalOf(current.source, update);
        if (lateRefusal !== undefined) return current;
        return { ...current, source: withSaved(current.source, update, { ...asked, id }) };
      });
      return lateRefusal ?? { ...result('SettingsSaved'), ...(test && factsOf(test)), id };
    },
    async removeSource({ id }) {
      let isKnown = false;
      await settings.update('sources', (current) => {
        isKnown = current.source.some((source) => source.id === id);
        return isKnown
          ? { ...current, source: current.source.filter((source) => source.id !== id) }
          : current;
      });
      return isKnown ? result('SourceRemoved') : result('SourceUnknown');
    },
    async setSourcePolling({ stagger_polls }) {
      await settings.update('sources', (current) => ({ ...current, stagger_polls }));
      return result('SettingsSaved');
    },
    findSources() {
      const { devices: found, isListening } = deviceFinder.found();
      return { devices: found, listening: isListening };
    },
    testSource: async (update) => trialOf(await devices.test(completed(update))),
  };
}

const isNew = ({ id }: SourceUpdate) => id === '';

/** Why a device cannot be saved, whatever it answers; undefined where it can. */
function refusalOf(sources: readonly SourceConfig[], update: SourceUpdate): SourceTrial | undefined {
  if (!isNew(update) && !sources.some(({ id }) => id === update.id)) return result('SourceUnknown');
  if (isTwice(sources, update)) return result('SourceTwice');
  const isFull = isNew(update) && sources.length >= SOURCE_COUNT_MAX;
  return isFull ? result('SourceCount', { max: SOURCE_COUNT_MAX }) : undefined;
}

function maySave({ problem }: DeviceTest, { untested = false }: SourceUpdate): boolean {
  return problem === undefined || (untested && PASSING_SOURCE_PROBLEMS.includes(problem));
}

function withSaved(
  sources: readonly SourceConfig[],
  update: SourceUpdate,
  saved: SourceConfig,
): readonly SourceConfig[] {
  if (isNew(update)) return [...sources, saved];
  return sources.map((source) =>
    source.id === saved.id ? { ...saved, password: keptPassword(update, source) } : source,
  );
}

/** A password goes only to the device that it was given for: another address, or another certificate, needs it again. */
function keptPassword(update: SourceUpdate, before: SourceConfig | undefined): string {
  const isSameAddress =
    before !== undefined &&
    before.host === update.host &&
    before.port === update.port &&
    before.https === update.https &&
    before.path === update.path &&
    (before.certificate ?? '') === (update.certificate ?? '');
  return keptOrNew(update.password, isSameAddress ? before.password : '');
}

/** Another device of the list has the same address. */
function isTwice(sources: readonly SourceConfig[], { id, host, port, path }: SourceUpdate): boolean {
  return sources.some(
    (other) =>
      other.id !== id &&
      comparableHost(other.host) === comparableHost(host) &&
      other.port === port &&
      other.path === path,
  );
}

/** Names of this machine, whichever of its own addresses they lead to. */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|(0*:)+0*1|::ffff:127(\.\d+){3})$/;

/** A name without regard to case and to the dot of its root. */
function comparableHost(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return THIS_MACHINE.test(name) ? 'localhost' : name;
}

function factsOf({ problem, facts, inverterCount, isPasswordRight, certificate }: DeviceTest) {
  return {
    source_problem: problem ?? ('' as const),
    ...(facts && { source_facts: facts }),
    ...(inverterCount !== undefined && { source_inverters: inverterCount }),
    ...(isPasswordRight !== undefined && { source_password_right: isPasswordRight }),
    ...(certificate && { source_certificate: certificateOf(certificate) }),
  };
}

function certificateOf({
  validFromMs,
  validToMs,
  ...certificate
}: NonNullable<DeviceTest['certificate']>): SourceCertificate {
  const [validFrom, validTo] = [validFromMs, validToMs].map((ms) => Math.floor(ms / 1000));
  return { ...certificate, valid_from: validFrom ?? 0, valid_to: validTo ?? 0 };
}

function trialOf(test: DeviceTest): SourceTrial {
  const { problem, twin } = test;
  if (problem === undefined && twin !== undefined) return { ...result('SourceSame'), ...factsOf(test) };
  return {
    type: problem === undefined ? 'success' : 'warning',
    message: problem === undefined ? 'The device answers.' : TRIAL_MESSAGES[problem],
    ...factsOf(test),
  };
}

/** For scripts; the web app has its own words for each problem. */
const TRIAL_MESSAGES: Readonly<Record<SourceProblem, string>> = {
  'unknown-name': 'The name of the device cannot be found.',
  unreachable: 'Nothing answers at this address and port.',
  timeout: 'The device does not answer in time.',
  certificate: 'Nobody whom this machine trusts has signed the certificate of the device.',
  'certificate-name': 'The certificate of the device is for another name.',
  'certificate-expired': 'The certificate of the device is not valid any more, or not yet.',
  'certificate-changed': 'The certificate of the device is another one than the trusted one.',
  'no-tls': 'The device does not speak HTTPS.',
  'needs-tls': 'The device speaks HTTPS only.',
  'other-device': 'The name of the device leads to another device than before.',
  redirect: 'The device sends to another address, which is not followed.',
  'host-name': 'The other Heliograph does not answer to this name.',
  login: 'The device does not accept the user name and password.',
  throttled: 'The device asks to be left alone for a while.',
  fault: 'The device answers with an error.',
  'no-json': 'What answers is something else, such as a web page, and not the API of a device.',
  'cut-json': 'The answer of the device breaks off.',
  'too-large': 'The answer is too large for a device.',
  'not-a-device': 'What answers is not an OpenDTU device.',
  itself: 'This is the address of this gateway.',
  ring: 'This gateway has its inverters from here; that would be a ring.',
};
