import { createHash } from 'node:crypto';
import { PIN_PROFILE_FILE } from '@heliograph/contract';
import type { ConfigFiles } from '../src/config-files/config-files.ts';
import type { Sections } from '../src/settings/sections.ts';
import { withChange } from './original-backup.ts';

/** What changes while somebody kills the process: a sequence of operations that depends on a seed alone. */

/** Of every section a value, and the file of profiles. */
export interface KillState {
  readonly pollInterval: number;
  readonly server: string;
  readonly hostname: string;
  readonly contrast: number;
  readonly topic: string;
  readonly inverters: number;
  readonly profiles: string;
}

/** A fresh folder of a gateway without inverters. */
export const FIRST_STATE: KillState = {
  ...{ pollInterval: 1, server: 'pool.ntp.org', hostname: 'OpenDTU-%06X', contrast: 60, topic: 'solar/' },
  ...{ inverters: 0, profiles: '' },
};

export type Operation = 'poll' | 'server' | 'profiles' | 'restore' | 'reset';
const OFTEN: readonly Operation[] = [
  ...(['poll', 'poll', 'poll', 'server', 'server', 'profiles'] as const),
  ...(['restore', 'restore', 'restore', 'reset'] as const),
];

/** A number from 0 up to 1 that depends on these words alone. */
export function chance(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join()).digest().readUInt32LE() / 2 ** 32;
}

export function operationAt(seed: number, index: number): Operation {
  return OFTEN[Math.floor(chance(seed, index) * OFTEN.length)] ?? 'poll';
}

/** The settings after operation number `index`. */
export function afterOperation(state: KillState, operation: Operation, index: number): KillState {
  if (operation === 'poll') return { ...state, pollInterval: pollIntervalOf(index) };
  if (operation === 'server') return { ...state, server: `n${index}.test` };
  if (operation === 'profiles') return { ...state, profiles: profilesOf(index) };
  if (operation === 'reset') return { ...FIRST_STATE, profiles: state.profiles };
  return {
    ...{ pollInterval: pollIntervalOf(index), server: `n${index}.test`, hostname: `h${index}` },
    ...{ contrast: index % 101, topic: `t${index}/`, inverters: index % 11, profiles: state.profiles },
  };
}

/** The file with which everything becomes that of operation number `index`. */
export function backupOf(index: number): unknown {
  return withChange(({ dtu, ntp, wifi, device, mqtt, security, inverters }) => {
    dtu.poll_interval = pollIntervalOf(index);
    ntp.server = `n${index}.test`;
    wifi.hostname = `h${index}`;
    device.display.contrast = index % 101;
    device.pinmapping = '';
    Object.assign(mqtt, { topic: `t${index}/`, enabled: false });
    security.password = 'openDTU42';
    inverters.splice(index % 11);
  });
}

export const pollIntervalOf = (index: number) => 100 + index;
export const profilesOf = (index: number) => JSON.stringify([{ name: `p${index}` }]);

/** What the settings say, and the file of profiles. */
export async function stateOf(
  section: <S extends keyof Sections>(name: S) => Sections[S],
  files: Pick<ConfigFiles, 'read'>,
): Promise<KillState> {
  const profiles = await files.read(PIN_PROFILE_FILE);
  return {
    pollInterval: section('dtu').dtu_pollinterval,
    server: section('ntp').ntp_server,
    hostname: section('network').hostname,
    contrast: section('device').display.contrast,
    topic: section('mqtt').mqtt_topic,
    inverters: section('inverters').inverter.length,
    profiles: profiles === undefined ? '' : new TextDecoder().decode(profiles),
  };
}
