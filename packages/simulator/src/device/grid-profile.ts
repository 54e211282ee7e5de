import type { DeviceGridProfile } from '@heliograph/opendtu-api';

/** The profile that every simulated inverter has; its values are made up. */
export const GRID_PROFILE: DeviceGridProfile = {
  name: 'DE - DE_VDE4105_2018',
  version: '2.0.0',
  sections: [
    {
      name: 'Voltage (H/LVRT)',
      items: [
        { name: 'Nominal Voltage', unit: 'V', value: 230 },
        { name: 'Low Voltage 1', unit: 'V', value: 184 },
        { name: 'High Voltage 1', unit: 'V', value: 287.5 },
      ],
    },
    {
      name: 'Frequency (H/LFRT)',
      items: [
        { name: 'Nominal Frequency', unit: 'Hz', value: 50 },
        { name: 'Low Frequency 1', unit: 'Hz', value: 47.5 },
      ],
    },
  ],
};

/** Bytes that stand for such a profile; nobody takes them apart here. */
export const GRID_PROFILE_BYTES: readonly number[] = [
  ...[0x0a, 0x00, 0x20, 0x01, 0x00, 0x0c, 0x08, 0xfc, 0x07, 0x30, 0x00, 0x01, 0x0b, 0x3b, 0x00, 0x01],
];
