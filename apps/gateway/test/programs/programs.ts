import { evcc, gethomepage, openEms } from './energy.ts';
import { homeAssistantRest, homeAssistantSocket } from './home-assistant.ts';
import { ioBroker } from './iobroker.ts';
import { phoneApp } from './phone-app.ts';
import type { Program } from './program.ts';
import { prometheus } from './prometheus.ts';
import { victron } from './victron.ts';
import { hoymilesZeroExport, zeroExport, zeroExportOf2023, zeroExportOfV23 } from './zero-export.ts';

/**
 * Clients of ours that ask what programs ask of original devices, and read what those read. Source:
 * docs/reference/api-for-other-programs.md#which-program-works-with-which-setting.
 */
export const PROGRAMS = {
  phoneApp,
  ioBroker,
  victron,
  homeAssistantSocket,
  homeAssistantRest,
  evcc,
  openEms,
  gethomepage,
  prometheus,
  zeroExport,
  hoymilesZeroExport,
  zeroExportOf2023,
  zeroExportOfV23,
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;
/** What a program does. */
export type DeedOf<P extends ProgramName> = keyof (typeof PROGRAMS)[P]['does'];
