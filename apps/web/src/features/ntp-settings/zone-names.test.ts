import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getZones } from '../../shared/api/zones.ts';
import { findOptions, onlyOption } from '../../shared/form/find-options.ts';
import { COUNTRY_WORDS, ZONE_CITIES } from './zone-cities.ts';
import ZONES_OF_COUNTRIES from './zone-countries.json' with { type: 'json' };
import { createZoneNames } from './zone-names.ts';
import { zoneOptions } from './zones.ts';

/** The list that the gateway has. */
const ZONES = getZones.read(JSON.parse(readFileSync('apps/web/public/zones.json', 'utf8'))) ?? [];
const OPTIONS = zoneOptions(ZONES, createZoneNames());
const found = (text: string) => findOptions(OPTIONS, text).map(({ label }) => label);

describe('a zone is found first by what people call its place', () => {
  it.each([
    ['Wien', 'Europe/Vienna'],
    ['Vienne', 'Europe/Vienna'],
    ['Vienna', 'Europe/Vienna'],
    ['Graz', 'Europe/Vienna'],
    ['Salzburg', 'Europe/Vienna'],
    ['Österreich', 'Europe/Vienna'],
    ['oesterreich', 'Europe/Vienna'],
    ['OSTERREICH', 'Europe/Vienna'],
    ['Autriche', 'Europe/Vienna'],
    ['Austria', 'Europe/Vienna'],
    ['München', 'Europe/Berlin'],
    ['munchen', 'Europe/Berlin'],
    ['muenchen', 'Europe/Berlin'],
    ['Munich', 'Europe/Berlin'],
    ['Hamburg', 'Europe/Berlin'],
    ['Köln', 'Europe/Berlin'],
    ['koeln', 'Europe/Berlin'],
    ['Frankfurt am Main', 'Europe/Berlin'],
    ['Frankfurt', 'Europe/Berlin'],
    ['Freiburg im Breisgau', 'Europe/Berlin'],
    ['Deutschland', 'Europe/Berlin'],
    ['Allemagne', 'Europe/Berlin'],
    ['Zürich', 'Europe/Zurich'],
    ['zuerich', 'Europe/Zurich'],
    ['Genève', 'Europe/Zurich'],
    ['geneve', 'Europe/Zurich'],
    ['Genf', 'Europe/Zurich'],
    ['Schweiz', 'Europe/Zurich'],
    ['Suisse', 'Europe/Zurich'],
    ['St. Gallen', 'Europe/Zurich'],
    ['Mailand', 'Europe/Rome'],
    ['Milano', 'Europe/Rome'],
    ['Rom', 'Europe/Rome'],
    ['Bozen', 'Europe/Rome'],
    ['Italie', 'Europe/Rome'],
    ['Kopenhagen', 'Europe/Copenhagen'],
    ['København', 'Europe/Copenhagen'],
    ['kobenhavn', 'Europe/Copenhagen'],
    ['Warschau', 'Europe/Warsaw'],
    ['Łódź', 'Europe/Warsaw'],
    ['lodz', 'Europe/Warsaw'],
    ['Prag', 'Europe/Prague'],
    ['Londres', 'Europe/London'],
    ['England', 'Europe/London'],
    ['Brüssel', 'Europe/Brussels'],
    ['Bruxelles', 'Europe/Brussels'],
    ['Belgien', 'Europe/Brussels'],
    ['Lyon', 'Europe/Paris'],
    ['Marseille', 'Europe/Paris'],
    ['Strassburg', 'Europe/Paris'],
    ['Straßburg', 'Europe/Paris'],
    ['Saint-Étienne', 'Europe/Paris'],
    ['Frankreich', 'Europe/Paris'],
    ['Barcelona', 'Europe/Madrid'],
    ['Spanien', 'Europe/Madrid'],
    ['Espagne', 'Europe/Madrid'],
    ['Teneriffa', 'Atlantic/Canary'],
    ['Lissabon', 'Europe/Lisbon'],
    ['Athen', 'Europe/Athens'],
    ['Moskau', 'Europe/Moscow'],
    ['Peking', 'Asia/Shanghai'],
    ['San Francisco', 'America/Los_Angeles'],
    ['Neu-Delhi', 'Asia/Kolkata'],
    ['USA', 'America/New_York'],
    ['berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
  ])('%j finds %s', (text, zone) => expect(found(text)[0]).toBe(zone));

  it('and is the choice of whoever types it and goes on', () => {
    for (const [text, zone] of [
      ['Wien', 'Europe/Vienna'],
      ['München', 'Europe/Berlin'],
      ['Autriche', 'Europe/Vienna'],
    ] as const) {
      expect(onlyOption(findOptions(OPTIONS, text), text)?.label).toBe(zone);
    }
  });

  it('by its country, the zone of most people before the others', () => {
    expect(found('Spanien')).toEqual(['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary']);
    expect(found('Germany')).toEqual(['Europe/Berlin', 'Europe/Busingen']);
  });
});

describe('the tables of names', () => {
  it('name nothing that there is not', () => {
    const zones = new Set(ZONES.map(([name]) => name));
    expect(Object.keys(ZONE_CITIES).filter((name) => !zones.has(name))).toEqual([]);
    expect(Object.keys(COUNTRY_WORDS).filter((code) => !(code in ZONES_OF_COUNTRIES))).toEqual([]);
  });
});
