import {
  type Handlers,
  result,
  SECRET_PLACEHOLDER,
  SOURCE_DOCUMENTS,
  SOURCE_FACTS,
  SOURCE_INVERTER_COUNT_MAX,
  type SourceChange,
  type SourceDeviceDocument,
  type SourceDocumentUpdate,
  type SourceFactsName,
  type SourceInverter,
  type SourceInverterNames,
  type SourceInverterUpdate,
  type SourceProblem,
} from '@heliograph/contract';
import type { InverterSettings } from '@heliograph/domain';
import { encodeGridProfile, encodeRadioStatistics } from '@heliograph/opendtu-api';
import type { DeviceBackups } from '../../config-files/device-backups.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { InverterState } from '../../fleet/inverter.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import {
  changeDocument,
  type DeviceChange,
  readDocument,
  readFacts,
  rebootDevice,
  renameOnDevice,
} from '../../sources/opendtu/device-management.ts';
import type { DeviceSources } from '../../sources/opendtu/device-sources.ts';

type SourceDeviceHandlers = Pick<
  Handlers,
  | 'getSourceInverters'
  | 'renameSourceInverter'
  | 'getSourceFacts'
  | 'getSourceDocument'
  | 'setSourceDocument'
  | 'rebootSource'
  | 'getSourceBackups'
  | 'getSourceBackup'
>;

export interface SourceDeviceHandlerOptions {
  readonly settings: SettingsStore;
  readonly fleet: Pick<Fleet, 'find'>;
  readonly devices: Pick<DeviceSources, 'connection' | 'inverters' | 'readAgain'>;
  readonly deviceBackups: Pick<DeviceBackups, 'list' | 'read'>;
}

/** A device from near. Everything goes through its one queue, so it is never asked for two things at a time. */
export function createSourceDeviceHandlers(options: SourceDeviceHandlerOptions): SourceDeviceHandlers {
  const { settings, fleet, devices, deviceBackups } = options;
  const ownNames = () => new Map(settings.get('sources').inverter.map((names) => [names.serial, names]));

  async function keepNames(update: SourceInverterUpdate): Promise<SourceChange> {
    const { source: _, on_device: isOnDevice, ...names } = update;
    // What the device itself takes needs no second name here.
    const isNeeded = !isOnDevice && hasNames(names);
    let isFull = false;
    await settings.update('sources', (current) => {
      const others = current.inverter.filter(({ serial }) => serial !== names.serial);
      isFull = isNeeded && others.length >= SOURCE_INVERTER_COUNT_MAX;
      if (isFull || (!isNeeded && others.length === current.inverter.length)) return current;
      return { ...current, inverter: isNeeded ? [...others, names] : others };
    });
    return isFull ? result('InverterCount', { max: SOURCE_INVERTER_COUNT_MAX }) : result('InverterChanged');
  }

  /** The device has a new password of its own: ours is the same from now on. */
  async function keepPassword({ source, document, settings: changes }: SourceDocumentUpdate): Promise<void> {
    const { password } = changes;
    if (document !== 'security' || typeof password !== 'string' || password === SECRET_PLACEHOLDER) return;
    await settings.update('sources', (current) => ({
      ...current,
      source: current.source.map((config) => (config.id === source ? { ...config, password } : config)),
    }));
  }

  return {
    getSourceInverters(_, { source = '' }) {
      const names = ownNames();
      return {
        inverters: devices.inverters(source).map((inverter) => {
          const known = fleet.find(inverter.serial);
          const isItsOwn = known?.sourceId === source;
          return { ...listed(inverter, names.get(inverter.serial)), ...(isItsOwn && told(known)) };
        }),
      };
    },
    async renameSourceInverter(update) {
      const { source, serial, name, channel } = update;
      if (!devices.inverters(source).some((inverter) => inverter.serial === serial))
        return result('InverterInvalidId');
      if (!update.on_device) return keepNames(update);
      const connection = devices.connection(source);
      if (connection === undefined) return failed('unreachable');
      // What is left empty stays as the device has it: names, as peak powers.
      const strings = channel.map((string) => ({
        ...(string.name !== '' && { name: string.name }),
        ...(string.max_power > 0 && { maxPowerW: string.max_power }),
      }));
      const change = await renameOnDevice(connection, serial, { ...(name !== '' && { name }), strings });
      if (change.kind !== 'done') return answerOf(change);
      devices.readAgain(source);
      return keepNames(update);
    },
    async getSourceFacts(_, { source = '', facts: asked = '' }) {
      const connection = devices.connection(source);
      if (connection === undefined) return { source_problem: 'unreachable' };
      const facts: Partial<Record<SourceFactsName, SourceDeviceDocument>> = {};
      for (const document of SOURCE_FACTS.filter((name) => asked === '' || name === asked)) {
        const reading = await readFacts(connection, document);
        if (reading.kind === 'problem') return { ...facts, source_problem: reading.problem };
        facts[document] = reading.value;
      }
      return facts;
    },
    async getSourceDocument(_, { source = '', document: asked }) {
      const connection = devices.connection(source);
      const document = SOURCE_DOCUMENTS.find((known) => known === asked);
      if (connection === undefined || document === undefined)
        return { settings: {}, source_problem: 'unreachable' };
      const reading = await readDocument(connection, document);
      if (reading.kind === 'problem') return { settings: {}, source_problem: reading.problem };
      const secrets = reading.value.secrets.map((name) => [name, SECRET_PLACEHOLDER] as const);
      return { settings: { ...reading.value.settings, ...Object.fromEntries(secrets) } };
    },
    async setSourceDocument(update) {
      const { source, document, settings: changes } = update;
      const connection = devices.connection(source);
      if (connection === undefined) return failed('unreachable');
      const changed = Object.entries(changes).filter(([, value]) => value !== SECRET_PLACEHOLDER);
      const change = await changeDocument(connection, document, Object.fromEntries(changed));
      if (change.kind === 'done') {
        await keepPassword(update);
        devices.readAgain(source);
      }
      return answerOf(change);
    },
    async rebootSource({ source, reboot }) {
      if (!reboot) return result('RebootCancelled');
      const connection = devices.connection(source);
      if (connection === undefined) return failed('unreachable');
      const change = await rebootDevice(connection);
      return change.kind === 'done' ? result('RebootTriggered') : answerOf(change);
    },
    getSourceBackups: (_, { source = '' }) => deviceBackups.list(source),
    async getSourceBackup(_, { source = '', name = '' }) {
      const config = await deviceBackups.read(source, name);
      return { ...(config && { config }) };
    },
  };
}

function listed(inverter: InverterSettings, names: SourceInverterNames | undefined): SourceInverter {
  const { serial, name, model, strings } = inverter;
  return {
    ...{ serial, type: model.typeText, device_name: name, name: names?.name ?? '' },
    channel: strings.map((string, index) => ({
      ...{ device_name: string.name, device_max_power: string.maxPowerW },
      name: names?.channel[index]?.name ?? '',
      max_power: names?.channel[index]?.max_power ?? 0,
    })),
  };
}

/** What its device tells of it beside its measurements. */
function told({
  radioStatistics,
  gridProfile,
}: InverterState): Pick<SourceInverter, 'radio' | 'grid_profile'> {
  return {
    ...(radioStatistics && { radio: encodeRadioStatistics(radioStatistics) }),
    ...(gridProfile && { grid_profile: encodeGridProfile(gridProfile) }),
  };
}

function hasNames({ name, channel }: Pick<SourceInverterNames, 'name' | 'channel'>): boolean {
  return name !== '' || channel.some((string) => string.name !== '' || string.max_power > 0);
}

function failed(problem: SourceProblem): SourceChange {
  return {
    ...{ type: 'warning', message: 'The device could not be asked, or did not say what became of it.' },
    source_problem: problem,
  };
}

/** A device answers in the codes that we have too. */
function answerOf(change: DeviceChange): SourceChange {
  if (change.kind === 'done') return result('SettingsSaved');
  if (change.kind === 'missing') return result('InverterInvalidId');
  if (change.kind === 'unknown') return result('ValuesMissing');
  if (change.kind === 'problem') return failed(change.problem);
  const { message, code, param } = change.result;
  return {
    ...{ type: 'warning', message },
    ...(code !== undefined && { code }),
    ...(Object.keys(param).length > 0 && { param }),
  };
}
