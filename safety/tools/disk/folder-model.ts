import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import { chance } from '@heliograph/testbed/dice.ts';
import { SERIALS, withChange } from '@heliograph/testbed/gateway/original-backup.ts';

/** What a data folder holds, and what a sequence of operations that depends on a seed alone makes of it. */

/** Of every section a value, the file of profiles, and the firmware that runs. */
export interface FolderState {
  readonly pollInterval: number;
  readonly server: string;
  readonly hostname: string;
  readonly contrast: number;
  readonly topic: string;
  readonly inverters: number;
  /** Name of the first of them; empty where there is none. */
  readonly firstName: string;
  readonly password: string;
  readonly profiles: string;
  /** Empty where no image was ever loaded. */
  readonly firmware: string;
}

/** A fresh folder of a gateway without inverters. */
export const FIRST_STATE: FolderState = {
  ...{ pollInterval: 1, server: 'pool.ntp.org', hostname: 'OpenDTU-%06X', contrast: 60, topic: 'solar/' },
  ...{ inverters: 0, firstName: '', password: DEFAULT_ADMIN_PASSWORD, profiles: '', firmware: '' },
};

export type Operation =
  | 'poll'
  | 'server'
  | 'inverter'
  | 'password'
  | 'profiles'
  | 'restore'
  | 'reset'
  | 'firmware';
const OFTEN: readonly Operation[] = [
  ...([
    'poll',
    'poll',
    'poll',
    'server',
    'server',
    'inverter',
    'inverter',
    'password',
    'password',
    'profiles',
  ] as const),
  ...(['restore', 'restore', 'restore', 'reset', 'firmware', 'firmware'] as const),
];

export function operationAt(seed: number, index: number): Operation {
  return OFTEN[Math.floor(chance(seed, index) * OFTEN.length)] ?? 'poll';
}

/** The settings after operation number `index`. */
export function afterOperation(state: FolderState, operation: Operation, index: number): FolderState {
  const { profiles, firmware } = state;
  switch (operation) {
    case 'poll':
      return { ...state, pollInterval: pollIntervalOf(index) };
    case 'server':
      return { ...state, server: serverOf(index) };
    case 'inverter':
      return { ...state, inverters: Math.max(1, state.inverters), firstName: editOf(index).name };
    case 'password':
      return { ...state, password: passwordOf(index) };
    case 'profiles':
      return { ...state, profiles: profilesOf(index) };
    case 'firmware':
      return { ...state, firmware: versionOf(index) };
    case 'reset':
      return { ...FIRST_STATE, profiles, firmware };
    case 'restore':
      return {
        ...{ pollInterval: pollIntervalOf(index), server: serverOf(index), hostname: `h${index}` },
        ...{ contrast: index % 101, topic: `t${index}/`, inverters: index % 11 },
        firstName: index % 11 === 0 ? '' : nameOf(index),
        ...{ password: DEFAULT_ADMIN_PASSWORD, profiles, firmware },
      };
  }
}

/** The file with which everything becomes that of operation number `index`. */
export function backupOf(index: number): unknown {
  return withChange(({ dtu, ntp, wifi, device, mqtt, security, inverters }) => {
    dtu.poll_interval = pollIntervalOf(index);
    ntp.server = serverOf(index);
    wifi.hostname = `h${index}`;
    device.display.contrast = index % 101;
    device.pinmapping = '';
    Object.assign(mqtt, { topic: `t${index}/`, enabled: false });
    security.password = DEFAULT_ADMIN_PASSWORD;
    inverters.splice(index % 11);
    for (const first of inverters.slice(0, 1)) first.name = nameOf(index);
  });
}

export const pollIntervalOf = (index: number) => 100 + index;
export const serverOf = (index: number) => `n${index}.test`;
const nameOf = (index: number) => `i${index}`;
/** The first inverter under another name; where there is none it is added. */
export const editOf = (index: number) => ({
  ...{ id: 0, serial: SERIALS[0], name: nameOf(index), channel: [{ name: 'East', max_power: 400 }] },
});
export const passwordOf = (index: number) => `password ${index}`;
export const profilesOf = (index: number) => JSON.stringify([{ name: `p${index}` }]);
export const versionOf = (index: number) => `v${index}`;
