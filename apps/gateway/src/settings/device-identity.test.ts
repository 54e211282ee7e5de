import { describe, expect, it } from 'vitest';
import { accessPointName, chipIdOf, chipIdOrSerial, expandHostname } from './device-identity.ts';

/** Source: docs/reference/original-device.md#host-name and #quirk-42. */

const CHIP_ID = 0x0a_bc_0f;

describe('a host name', () => {
  it.each([
    ['OpenDTU-%06X', 'OpenDTU-0ABC0F'],
    ['roof', 'roof'],
    ['%06X', '0ABC0F'],
    ['%06X-%06X', '0ABC0F-0ABC0F'],
    ['My roof_on+the!south?side*1', 'My-roof-on-the-south-side-1'],
    ['--a--', '--a'],
    ['sun%06X---', 'sun0ABC0F'],
    ['Dächer/"1".local', 'Dcher1local'],
    ['100%', '100'],
    ['%s%d%n%x%06x', 'sdnx06x'],
    ['ab%06', 'ab06'],
    ['x'.repeat(32), 'x'.repeat(32)],
    [`${'x'.repeat(29)}%06X`, `${'x'.repeat(29)}0AB`],
    [`${'x'.repeat(31)}- y`, 'x'.repeat(31)],
    ['', 'OpenDTU-0ABC0F'],
    ['---', 'OpenDTU-0ABC0F'],
    ['ü/ß', 'OpenDTU-0ABC0F'],
    [' ', 'OpenDTU-0ABC0F'],
  ])('of the pattern %j is %s', (pattern, name) => {
    expect(expandHostname(pattern, CHIP_ID)).toBe(name);
  });
});

describe('the chip id', () => {
  it('is the end of the first hardware address', () => {
    expect(chipIdOf({ macAddresses: () => ['0242ac1223ff', '020000000001'] })).toBe(0x12_23_ff);
  });

  it('is the end of the serial on a machine without network', () => {
    const nowhere = { macAddresses: () => [] };
    expect(chipIdOf(nowhere)).toBeUndefined();
    expect(chipIdOrSerial(nowhere, '199980112345')).toBe(0x11_23_45);
    expect(chipIdOrSerial(nowhere, '7')).toBe(7);
  });

  it('is decimal in the name of the access point', () => {
    expect(accessPointName(CHIP_ID)).toBe('OpenDTU-703503');
  });
});
