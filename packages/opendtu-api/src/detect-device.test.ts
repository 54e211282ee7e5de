import { describe, expect, it } from 'vitest';
import { loadVector } from '../test/load-vector.ts';
import { detectDevice, FEBRUARY_2023, settingsVersionOf } from './index.ts';

function facts(vector: string) {
  const device = detectDevice(loadVector(vector));
  if (device === undefined) throw new Error(`no device: ${vector}`);
  return device;
}

describe('a device tells by its system status', () => {
  it.each([
    ['2023-02/system-status', 'opendtu', '2023-02'],
    ['2023-04/system-status', 'opendtu', '2023-04'],
    ['2023-04/system-status-first-release', 'opendtu', '2023-04'],
    ['2023-04/system-status-of-a-commit', 'opendtu', '2023-04'],
    ['2024-02/system-status', 'opendtu', '2024-02'],
    ['2024-02/system-status-between-releases', 'opendtu', '2024-02'],
    ['2024-02/system-status-of-a-commit', 'opendtu', '2024-02'],
    ['onbattery/system-status', 'onbattery', '2024-02'],
    ['other/system-status-of-heliograph', 'heliograph', '2023-02'],
    ['other/system-status-of-heliograph-today', 'heliograph', '2024-02'],
  ])('%s: what it is and of which generation', (vector, kind, generation) => {
    expect(facts(vector)).toMatchObject({ kind, generation, capabilities: { generation } });
  });

  it('its version, name, age and environment', () => {
    expect(facts('2024-02/system-status')).toMatchObject({
      versionText: 'v26.3.30',
      version: { year: 2026, month: 3, day: 30, commitsAfter: 0 },
      configVersion: '0.1.30',
      hostName: 'OpenDTU-12AB34',
      uptimeS: 384_112,
      environment: 'opendtufusionv2',
      span: { from: 26_03_30, upTo: 26_03_30 },
    });
    expect(facts('2023-02/system-status')).toMatchObject({
      versionText: 'g24ad73f',
      version: undefined,
      environment: undefined,
      span: { from: 23_02_06, upTo: 23_04_03 },
    });
    expect(facts('other/system-status-of-heliograph').versionText).toBe('0.3.0');
    const long = 'x'.repeat(3000);
    const odd = detectDevice({ hostname: long, git_hash: long, chipmodel: long, pioenv: long });
    for (const text of [odd?.hostName, odd?.versionText, odd?.chipModel, odd?.environment])
      expect(text).toHaveLength(120);
    expect(facts('other/system-status-of-heliograph-today').versionText).toBe('0.4.0');
    expect(facts('onbattery/system-status').version).toMatchObject({ year: 2024, month: 2, day: 19 });
    expect(facts('2024-02/system-status-between-releases').version?.commitsAfter).toBe(57);
  });

  it('what a release can do', () => {
    expect(facts('2023-02/system-status').capabilities).toMatchObject({
      ...{ groupedLiveData: false, flatDeviceInfo: false, fileCalls: false, limitZero: false },
      ...{ limitTypes: '0-1-256-257', zones: 'file', socketsUnprotected: false },
    });
    expect(facts('2023-04/system-status').capabilities).toMatchObject({
      ...{ groupedLiveData: true, liveDataPerInverter: false, eventLogLocale: true, limitZero: true },
      ...{ radioCountries: false, fileCalls: false, zones: 'file', limitTypes: '0-1-256-257' },
    });
    expect(facts('2024-02/system-status').capabilities).toMatchObject({
      ...{ liveDataPerInverter: true, fileCalls: true, syslog: true, radioStrength: true },
      ...{ limitTypes: '0-1-2-3', zones: 'call', socketsUnprotected: false },
    });
  });

  it('between releases: what the last one had for certain, what the next one brought perhaps', () => {
    expect(facts('2024-02/system-status-between-releases').capabilities).toMatchObject({
      ...{ logLevels: true, limitTypes: 'unknown', zones: 'file', socketsUnprotected: true },
    });
  });

  it('between releases: also what the keys of the next one prove', () => {
    const build = { hostname: 'a', git_hash: 'v24.1.26-9-gabcdef0', nrf_configured: true };
    expect(detectDevice(build)?.generation).toBe('2023-04');
    expect(detectDevice({ ...build, psram_total: 0 })?.generation).toBe('2024-02');
  });

  it('as a commit without a release: what its keys and its settings leave open', () => {
    const { span, capabilities } = facts('2024-02/system-status-of-a-commit');
    expect(span).toEqual({ from: 24_06_10, upTo: 24_10_14 });
    expect(capabilities).toMatchObject({
      ...{ clearEventLog: true, limitFractions: false, limitTypes: '0-1-256-257' },
      ...{ zones: 'file', socketsUnprotected: 'unknown' },
    });
    expect(facts('2023-04/system-status-of-a-commit').span).toEqual({ from: 24_01_14, upTo: 24_02_11 });
  });

  it.each([
    ['v24.10.1', false],
    ['v24.10.2', true],
    ['v26.3.28', true],
    ['v26.3.28-2-gabcdef0', 'unknown'],
    ['v26.3.30', false],
  ])('%s: whether its sockets let everybody in', (git_hash, expected) => {
    expect(detectDevice({ hostname: 'a', git_hash })?.capabilities.socketsUnprotected).toBe(expected);
  });

  it('of later versions everything that is known, and the newest settings', () => {
    const later = detectDevice({ hostname: 'a', git_hash: 'v31.12.1' });
    expect(later?.capabilities).toMatchObject({
      generation: '2024-02',
      limitTypes: '0-1-2-3',
      zones: 'call',
    });
    const settings = detectDevice({
      hostname: 'a',
      git_hash: 'abcdef0',
      config_version: '0.1.31',
      git_branch: '',
    });
    expect(settings?.capabilities).toMatchObject({ syslog: true, limitTypes: 'unknown', zones: 'unknown' });
  });

  it('with keys that are newer than its settings, as after a restore', () => {
    const status = { hostname: 'a', git_hash: 'abc', config_version: '0.1.24', git_branch: 'master' };
    expect(detectDevice(status)).toMatchObject({
      ...{ generation: '2024-02', span: { from: 25_05_10, upTo: 99_12_31 } },
      capabilities: { syslog: true, limitTypes: 'unknown' },
    });
  });

  it('by keys of its own only', () => {
    expect(detectDevice(Object.create({ hostname: 'a', git_hash: 'v24.2.12' }))).toBeUndefined();
  });

  it.each([
    [null],
    [undefined],
    ['<html>'],
    [[]],
    [{}],
    [{ hostname: 'printer' }],
    [{ git_hash: 'v24.2.12' }],
    [{ hostname: 3, git_hash: 'v24.2.12' }],
  ])('%j is none', (status) => expect(detectDevice(status)).toBeUndefined());

  it.each(['v24.13.1', 'v24.0.1', '24', 'v2024', 'g24ad73f', 'v24.2', ''])('%j is no release', (git_hash) => {
    expect(detectDevice({ hostname: 'a', git_hash })?.version).toBeUndefined();
  });
});

it.each([
  [FEBRUARY_2023, '0.1.23'],
  [23_04_03, '0.1.23'],
  [23_04_04, '0.1.24'],
  [24_03_30, '0.1.27'],
  [24_03_31, '0.1.28'],
  [26_03_30, '0.1.30'],
])('a device of release %d has the version %s of its settings', (release, version) => {
  expect(settingsVersionOf(release)).toBe(version);
});
