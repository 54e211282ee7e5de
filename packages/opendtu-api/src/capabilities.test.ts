import { describe, expect, it } from 'vitest';
import { type Capabilities, capabilitiesOfRelease, LAST_RELEASE, versionText } from './index.ts';

/** The releases as the page writes them: docs/reference/api-generations.md, section by section. */
const CAME_WITH: Readonly<Record<string, readonly (keyof Capabilities)[]>> = {
  'v23.4.4': ['groupedLiveData', 'pollSwitches', 'place'],
  'v23.4.15': ['sixStrings', 'limitUpTo2250', 'secondRadio'],
  'v23.4.17': ['flatDeviceInfo'],
  'v23.4.24': ['flatEventLog'],
  'v23.5.22': ['totalsOfAllDigits'],
  'v23.5.31': ['inverterOrder'],
  'v23.9.11': ['stringPeakPower', 'inverterSilence', 'gridProfile'],
  'v23.10.9': ['prometheusIsReading'],
  'v23.11.15': ['eventLogLocale'],
  'v23.12.16': ['yieldDayCorrection', 'gridProfileValues', 'limitZero'],
  'v24.1.14': ['radioCountries'],
  'v24.2.12': ['liveDataPerInverter'],
  'v24.6.10': ['clearEventLog'],
  'v24.8.1': ['limitFractions'],
  'v24.9.21': ['strictTypes'],
  'v24.9.22': ['radioStatistics'],
  'v24.9.26': ['statisticsReset'],
  'v24.10.5': ['radioStrength'],
  'v24.11.7': ['fileCalls', 'languagePacks'],
  'v25.1.14': ['limitSharing', 'pinMappingHint'],
  'v25.4.2': ['dataAgeInMs'],
  'v25.5.10': ['logLevels', 'syslog'],
  'v25.9.11': ['limitTypesTo3'],
  'v26.3.28': ['zonesCall'],
};

const ROWS = Object.entries(CAME_WITH).flatMap(([name, capabilities]) => {
  const [year = 0, month = 0, day = 0] = name.slice(1).split('.').map(Number);
  return capabilities.map((capability) => [capability, name, year * 10_000 + month * 100 + day] as const);
});

describe('a device', () => {
  it.each(ROWS)('has %s since %s', (capability, name, release) => {
    expect(capabilitiesOfRelease(release - 1)[capability]).toBe(false);
    expect(capabilitiesOfRelease(release)[capability]).toBe(true);
    expect(versionText(release)).toBe(name);
  });

  it('has no other capability', () => {
    const { generation, limitTypes, zones, socketsUnprotected, ...flags } = capabilitiesOfRelease(26_03_28);
    expect({ generation, limitTypes, zones, socketsUnprotected }).toEqual({
      ...{ generation: '2024-02', limitTypes: '0-1-2-3', zones: 'call', socketsUnprotected: true },
    });
    expect(Object.keys(flags).sort()).toEqual(ROWS.map(([capability]) => capability).sort());
  });

  it.each(['2023-02', '2023-04', '2024-02'] as const)(
    'of %s can be simulated by a release of it',
    (generation) => {
      expect(capabilitiesOfRelease(LAST_RELEASE[generation]).generation).toBe(generation);
    },
  );
});
