import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from './root.mjs';
import { readZoneCountries, readZoneRules, readZonesVersion, SYSTEM_ZONES } from './zone-rules.mjs';

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** A compiled database of these files, which are rules of zones unless they hold a line break. */
function database(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-zones-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      content.includes('\n') ? content : `TZif2\0\n\u00ff\n${content}\n`,
      'latin1',
    );
  }
  return folder;
}

describe('reading a time-zone database', () => {
  it('takes every zone and link, sorted by name', () => {
    const folder = database({
      'Europe/Berlin': 'CET-1CEST,M3.5.0,M10.5.0/3',
      UTC: 'UTC0',
      'America/A/B': 'A3',
    });
    symlinkSync('../UTC', join(folder, 'Europe/Link'));
    symlinkSync('nowhere', join(folder, 'Europe/Broken'));
    expect(Object.entries(readZoneRules(folder))).toEqual([
      ['America/A/B', 'A3'],
      ['Europe/Berlin', 'CET-1CEST,M3.5.0,M10.5.0/3'],
      ['Europe/Link', 'UTC0'],
      ['UTC', 'UTC0'],
    ]);
  });

  it('leaves out what is no place', () => {
    const folder = database({
      Factory: '<-00>0',
      localtime: 'UTC0',
      posixrules: 'EST5EDT,M3.2.0,M11.1.0',
      'posix/UTC': 'UTC0',
      'right/UTC': 'UTC0',
      'zone.tab': 'AD\tEurope/Andorra\n',
      'Etc/UTC': 'UTC0',
    });
    expect(readZoneRules(folder)).toEqual({ 'Etc/UTC': 'UTC0' });
  });

  it('refuses a zone without a rule', () => {
    expect(() => readZoneRules(database({ 'Etc/UTC': 'TZif2\0\n\n' }))).toThrow('no rule');
  });

  it.each([
    ['tzdata.zi', '# version 2026f\n# redo posix_only\n'],
    ['+VERSION', '2025c\n'],
  ])('finds its version in %s', (name, content) => {
    expect(readZonesVersion(database({ [name]: content }))).toBe(/\d{4}\w/.exec(content)?.[0]);
    expect(readZonesVersion(database({ other: content }))).toBeUndefined();
  });
});

describe('the zones of the countries', () => {
  const TABLE =
    '# code\tplace\tzone\nES\t+40-003\tEurope/Madrid\tmainland\nAT\t+48+016\tEurope/Vienna\nES\t+35-005\tAfrica/Ceuta\n';

  it('are in the order of the table, the countries by their codes', () => {
    expect(readZoneCountries(database({ 'zone.tab': TABLE }))).toEqual({
      AT: 'Europe/Vienna',
      ES: 'Europe/Madrid Africa/Ceuta',
    });
    expect(readZoneCountries(database({ 'Etc/UTC': 'UTC0' }))).toBeUndefined();
  });

  it('are all in the list to choose from, for every country', () => {
    const zones: Record<string, string> = read('apps/web/public/zones.json');
    const countries: Record<string, string> = read('apps/web/src/features/ntp-settings/zone-countries.json');
    const named = Object.values(countries).flatMap((list) => list.split(' '));
    expect(named.filter((name) => !(name in zones))).toEqual([]);
    expect(Object.keys(countries).length).toBeGreaterThan(240);
    expect(countries).toMatchObject({ AT: 'Europe/Vienna', DE: 'Europe/Berlin Europe/Busingen' });
  });
});

describe('zones.json', () => {
  /** What changes from one version to the next; a wrong list differs in hundreds of zones. */
  const OTHER_VERSION_DIFFERENCES_MAX = 30;

  it('agrees with the database of this machine', ({ skip }) => {
    if (!existsSync(join(SYSTEM_ZONES, 'Etc/UTC'))) skip(`there is no time-zone database at ${SYSTEM_ZONES}`);
    const zones: Record<string, string> = read('apps/web/public/zones.json');
    const hostVersion = readZonesVersion(SYSTEM_ZONES);
    const host = Object.entries(readZoneRules(SYSTEM_ZONES));
    const different = host.filter(([name, rule]) => zones[name] !== rule).map(([name]) => name);
    const isSame = hostVersion === read('tools/zones-version.json').version;
    expect(host.length).toBeGreaterThan(300);
    expect(different.slice(isSame ? 0 : OTHER_VERSION_DIFFERENCES_MAX)).toEqual([]);
  });
});
