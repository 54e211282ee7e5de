/**
 * `npm run zones`: makes zones.json and the list of the countries' zones anew from this machine's time-zone database, or
 * from the compiled one in the folder that is given. They are kept with the sources, so that every build carries the same.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { readZoneCountries, readZoneRules, readZonesVersion, SYSTEM_ZONES } from './zone-rules.mjs';

const folder = process.argv[2] ?? SYSTEM_ZONES;
const zones = readZoneRules(folder);
const version = readZonesVersion(folder);
if (version === undefined) throw new Error(`${folder} does not tell its version.`);

/** @param {string} path @param {object} content */
const write = (path, content) => writeFileSync(join(ROOT, path), `${JSON.stringify(content, null, 2)}\n`);
write('apps/web/public/zones.json', zones);
const countries = readZoneCountries(folder);
if (countries === undefined)
  console.warn('There is no zone.tab: the zones of the countries stay as they are.');
else write('apps/web/src/features/ntp-settings/zone-countries.json', countries);
write('tools/zones-version.json', { version });
console.log(`${Object.keys(zones).length} zones of version ${version}.`);
