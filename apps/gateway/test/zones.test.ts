import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { NtpUpdateSchema, type PosixTimezone, parsePosixTimezone } from '@heliograph/contract';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 30_000 }); // thousands of questions to the runtime

const ROOT = new URL('../../../', import.meta.url);
const ZONES_FILE = fileURLToPath(new URL('apps/web/public/zones.json', ROOT));
const json = async (path: string) => JSON.parse(await readFile(new URL(path, ROOT), 'utf8'));

const zones = Object.entries<string>(await json('apps/web/public/zones.json'));
const { version }: { version: string } = await json('tools/zones-version.json');

const DAY_S = 86_400;
const FROM_S = Date.UTC(2027, 0, 1) / 1000;
const TO_S = Date.UTC(2037, 0, 1) / 1000;

/** They leave summer time for Ramadan, which no rule of the calendar year can say. */
const BEYOND_RULES = new Set(['Asia/Gaza', 'Asia/Hebron']);
/** Zones whose rule was changed by law in 2026: a runtime that is older knows another one. */
const CHANGED_IN_2026 = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'America/Edmonton',
  'America/Inuvik',
  'America/Rainy_River',
  'America/Vancouver',
  'America/Winnipeg',
  'America/Yellowknife',
  'Canada/Central',
  'Canada/Mountain',
  'Canada/Pacific',
  'Europe/Chisinau',
  'Europe/Tiraspol',
]);
/** Laws that changed since the list was made, or long before it; a wrong list differs in hundreds of zones. */
const OTHER_VERSION_DIFFERENCES_MAX = 30;

function timezoneOf(rule: string): PosixTimezone {
  const timezone = parsePosixTimezone(rule);
  if (timezone === undefined) throw new Error(`not a rule: ${rule}`);
  return timezone;
}

/** Unix times in seconds that tell a rule from others: each month, and both sides of each change. */
function tellingTimes({ utcOffsetS }: PosixTimezone): readonly number[] {
  const times: number[] = [];
  for (let day = FROM_S; day < TO_S; day += DAY_S) {
    if (((day - FROM_S) / DAY_S) % 30 === 0) times.push(day);
    let [before, after] = [day, day + DAY_S];
    if (utcOffsetS(before) === utcOffsetS(after)) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (utcOffsetS(middle) === utcOffsetS(day)) before = middle;
      else after = middle;
    }
    times.push(before, after);
  }
  return times;
}

/** The runtime's own idea of a zone; undefined where it does not know it. */
function runtimeZone(name: string): PosixTimezone | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  return {
    utcOffsetS(unixS) {
      const text = format.formatToParts(unixS * 1000).find(({ type }) => type === 'timeZoneName')?.value;
      const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(text ?? '') ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60) || 0;
    },
  };
}

describe('the list of zones', () => {
  it('is sorted, and each of its zones can be saved', () => {
    const names = zones.map(([name]) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['Europe/Berlin', 'US/Eastern', 'Etc/GMT+12', 'UTC']));
    for (const [name, rule] of zones) {
      const config = { ntp_server: 'pool.ntp.org', ntp_timezone: rule, ntp_timezone_descr: name };
      expect(NtpUpdateSchema.safeParse(config).success, name).toBe(true);
      expect(parsePosixTimezone(rule), `${name} ${rule}`).toBeDefined();
    }
  });

  it('agrees with the runtime to the second, for ten years', () => {
    const times = new Map<string, readonly number[]>();
    const different: string[] = [];
    for (const [name, rule] of zones) {
      const timezone = timezoneOf(rule);
      const samples = times.get(rule) ?? tellingTimes(timezone);
      times.set(rule, samples);
      const runtime = runtimeZone(name);
      const agrees = samples.every((unixS) => runtime?.utcOffsetS(unixS) === timezone.utcOffsetS(unixS));
      if (!agrees) different.push(name);
    }
    const runtimeVersion = process.versions.tz ?? '';
    const isOlder = runtimeVersion < version;
    const unexplained = different.filter(
      (name) => !(BEYOND_RULES.has(name) || (isOlder && CHANGED_IN_2026.has(name))),
    );
    const isComparable = runtimeVersion >= '2025b' && runtimeVersion <= version;
    expect(unexplained.slice(isComparable ? 0 : OTHER_VERSION_DIFFERENCES_MAX)).toEqual([]);
  });

  it('is served as the web app is', async () => {
    const webFolder = await temporaryFolder();
    await writeFile(`${webFolder}/index.html`, '<!doctype html>');
    await copyFile(ZONES_FILE, `${webFolder}/zones.json`);
    const content = await readFile(ZONES_FILE);
    await writeFile(`${webFolder}/zones.json.br`, brotliCompressSync(content));
    const { port } = await startTestGateway({ webFolder });
    expect((await send(port, '/api/ntp/zones')).text).toBe(JSON.stringify(JSON.parse(content.toString())));
    const plain = await send(port, '/zones.json');
    expect(plain).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(plain.bytes.equals(content)).toBe(true);
    const packed = await send(port, '/zones.json', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': 'br' });
    expect(brotliDecompressSync(packed.bytes).equals(content)).toBe(true);
  });
});
