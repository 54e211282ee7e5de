import type { ApiGenerations } from '@heliograph/contract';
import type { DeedOf, ProgramName } from './programs.ts';

/** How it goes: a `Lack` has these words. */
export type Outcome = 'works' | `no ${string}`;
type OfModes = Readonly<Record<ApiGenerations, Outcome>>;

const ALWAYS: OfModes = { both: 'works', '2023': 'works', newest: 'works' };
const never = (lack: Outcome): OfModes => ({ both: lack, '2023': lack, newest: lack });
const notWith2023 = (lack: Outcome): OfModes => ({ ...ALWAYS, '2023': lack });

/** What each program can do with each API that the owner may choose. */
export const EXPECTED: {
  readonly [P in ProgramName]: { readonly [D in DeedOf<P>]: OfModes };
} = {
  phoneApp: {
    'find the gateway': notWith2023('no pioenv'),
    'log in': ALWAYS,
    'show live values': notWith2023('no order'),
    'show the details of an inverter': notWith2023('no count'),
    'show its information pages': notWith2023('no nrf_configured'),
    'show the time zones': ALWAYS,
    'set a limit until the next morning': ALWAYS,
    'set a lasting limit': {
      both: 'works',
      '2023': 'no pioenv',
      newest: 'no number for a lasting limit of this release',
    },
    'switch and restart an inverter': ALWAYS,
    'change network, time and radio settings': {
      both: 'works',
      '2023': 'no aptimeout',
      newest: 'no ntp_timezone',
    },
    'wait for the end of a restart': ALWAYS,
  },
  ioBroker: {
    'show live values': notWith2023('no AC'),
    'show network and system': ALWAYS,
    'set a limit until the next morning': ALWAYS,
    'set a lasting limit': ALWAYS,
    'switch an inverter': ALWAYS,
  },
  victron: { 'show power and yield of each inverter': notWith2023('no AC') },
  homeAssistantSocket: {
    'show live values': notWith2023('no AC_0_Power'),
    'set a limit until the next morning': ALWAYS,
    'set a lasting limit': ALWAYS,
  },
  homeAssistantRest: {
    'show sums and states': ALWAYS,
    'show an inverter': notWith2023('no inverters.0.AC'),
    'show events': notWith2023('no count'),
  },
  evcc: { 'show power': ALWAYS, 'show energy': notWith2023('no radio_stats') },
  openEms: { 'show an inverter': notWith2023('no inverters.0.AC') },
  gethomepage: { 'show power, yield and limit': ALWAYS },
  prometheus: { 'show an inverter': ALWAYS },
  zeroExport: {
    'read the plant': ALWAYS,
    'read an inverter': notWith2023('no AC'),
    'set a limit': ALWAYS,
  },
  hoymilesZeroExport: {
    'check the version': notWith2023('no release in git_hash'),
    'read an inverter': notWith2023('no AC'),
    'set a limit and wait for it': ALWAYS,
    'switch an inverter': ALWAYS,
  },
  zeroExportOf2023: {
    'read the plant': { ...ALWAYS, newest: 'no 0' },
    'set a limit': ALWAYS,
  },
  zeroExportOfV23: {
    'read the plant': never('no AC'),
    'set a limit': ALWAYS,
  },
};
