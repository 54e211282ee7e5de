import type { PageName } from '../shared/lib/routes.ts';

/** The entries of a menu in groups, which a line divides. Source: device contract, section 13.2. */
export const SETTINGS_ENTRIES: readonly (readonly PageName[])[] = [
  [
    'networkSettings',
    'ntpSettings',
    'mqttSettings',
    'inverterSettings',
    'securitySettings',
    'dtuSettings',
    'deviceManager',
  ],
  ['configManagement', 'firmwareUpgrade', 'reboot'],
];

export const INFO_ENTRIES: readonly (readonly PageName[])[] = [
  ['systemInfo', 'networkInfo', 'ntpInfo', 'mqttInfo'],
  ['console'],
];
