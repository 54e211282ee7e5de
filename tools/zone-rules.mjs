import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Where systems keep their compiled time-zone database. */
export const SYSTEM_ZONES = '/usr/share/zoneinfo';

/** Copies of the database with other leap seconds, and files that are no place's zone. */
const NO_ZONE = /^((posix|right)\/|(Factory|localtime|posixrules)$)/;

/**
 * The rule for all times to come closes each file of the database (RFC 8536, section 3.3):
 *
 *     "TZif" | version, 15 unused, counts, data (twice) | "\n" rule "\n"
 *
 * @param {string} file
 * @returns {string | undefined} nothing for a file that is no zone
 */
function ruleIn(file) {
  const content = readFileSync(file, 'latin1');
  if (!content.startsWith('TZif')) return undefined;
  const rule = /\n([!-~]+)\n$/.exec(content)?.[1];
  if (rule === undefined) throw new Error(`${file} has no rule at its end.`);
  return rule;
}

/**
 * Every zone of a compiled time-zone database, links included, with its POSIX rule; sorted by name.
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function readZoneRules(folder) {
  /** @type {[string, string][]} */
  const zones = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(folder, file).split(sep).join('/');
    if (NO_ZONE.test(name) || !existsSync(file) || !statSync(file).isFile()) continue;
    const rule = ruleIn(file);
    if (rule !== undefined) zones.push([name, rule]);
  }
  return Object.fromEntries(zones.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The zones of each country, the one of most people first, parted by spaces; sorted by the codes of the countries. Lines
 * of the table: `code TAB place TAB zone TAB comment`. Undefined where a database comes without it.
 * @param {string} folder
 * @returns {Record<string, string> | undefined}
 */
export function readZoneCountries(folder) {
  const table = join(folder, 'zone.tab');
  if (!existsSync(table)) return undefined;
  /** @type {Map<string, string[]>} */
  const countries = new Map();
  for (const line of readFileSync(table, 'utf8').split('\n')) {
    const [code = '', , zone] = line.split('\t');
    if (!/^[A-Z]{2}$/.test(code) || zone === undefined) continue;
    countries.set(code, [...(countries.get(code) ?? []), zone.trim()]);
  }
  const sorted = [...countries].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([code, zones]) => [code, zones.join(' ')]));
}

/**
 * The version of a compiled time-zone database, such as `2026f`; undefined where it does not tell.
 * @param {string} folder
 * @returns {string | undefined}
 */
export function readZonesVersion(folder) {
  for (const name of ['tzdata.zi', '+VERSION']) {
    const file = join(folder, name);
    const version = existsSync(file) ? /\b\d{4}[a-z]+\b/.exec(readFileSync(file, 'latin1'))?.[0] : undefined;
    if (version !== undefined) return version;
  }
  return undefined;
}
