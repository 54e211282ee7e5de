import { describe, expect, it } from 'vitest';
import { chipIdDigits, expandHostname } from './hostname.ts';

describe('the host name that a pattern becomes', () => {
  it.each([
    ['OpenDTU-%06X', 'OpenDTU-12AB34'],
    ['%06X/%06X', '12AB3412AB34'],
    ['roof top_1+2!3?4*5', 'roof-top-1-2-3-4-5'],
    ['Dächer.süd', 'Dchersd'],
    ['roof - _', 'roof'],
    ['-roof', '-roof'],
    ['100%06x%d', '10006xd'],
    ['', 'OpenDTU-12AB34'],
    ['äöü--', 'OpenDTU-12AB34'],
    [`${'r'.repeat(28)}%06X`, `${'r'.repeat(28)}12AB`],
  ])('%j becomes %s', (pattern, name) => {
    expect(expandHostname(pattern, '12AB34')).toBe(name);
  });
});

describe('the digits of the chip id', () => {
  it.each([
    ['OpenDTU-%06X', 'OpenDTU-12AB34', '12AB34'],
    ['ABCDEF %06X', 'ABCDEF-12AB34', '12AB34'],
    ['?!', 'OpenDTU-12AB34', '12AB34'],
    // No placeholder, another name than the pattern's, cut off, or not known yet.
    ['roof-ABCDEF', 'roof-ABCDEF', 'XXXXXX'],
    ['OpenDTU-%06X', 'raspberrypi', 'XXXXXX'],
    [`${'r'.repeat(28)}%06X`, `${'r'.repeat(28)}12AB`, 'XXXXXX'],
    ['OpenDTU-%06X', '', 'XXXXXX'],
  ])('of %j, shown as %j, are %s', (pattern, hostname, digits) => {
    expect(chipIdDigits(pattern, hostname)).toBe(digits);
  });
});
