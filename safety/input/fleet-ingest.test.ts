import { createDice } from '@heliograph/testbed/dice.ts';
import {
  fleetFolder,
  POSTGRES,
  startVictoria,
  VICTORIA_METRICS,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import { expect, it, onTestFinished } from 'vitest';
import { adminOf, startPage, startPostgres } from '../../apps/fleet/test/fleet-testbed.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A20 and B13: what a site may bring to a fleet page, with a real PostgreSQL and a real VictoriaMetrics behind it. */

const foreign = openRow('A20');
const bad = openRow('B13');
const HAS_SERVERS = POSTGRES !== undefined && VICTORIA_METRICS !== undefined;
const REASON = 'PostgreSQL or VictoriaMetrics is not there';
const INVERTERS = 200;
const AT_ONCE = 20_000;

/** With two sites, of which `mill` brings what it likes. */
async function startIngest() {
  const { folder, remove } = await fleetFolder();
  onTestFinished(remove);
  const victoria = await startVictoria(folder);
  onTestFinished(() => victoria.end('SIGKILL'));
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const database = await postgres.database();
  const page = await startPage(database, victoria.url, { limits: { inverters: INVERTERS, strings: 24 } });
  onTestFinished(() => page.stop());
  const admin = await adminOf(page, database);
  const passwords = new Map<string, string>();
  for (const id of ['mill', 'barn']) {
    const { answer } = await admin.post('addSite', { id, name: '', group: '' });
    passwords.set(id, String(answer.password));
  }
  return {
    async post(body: string | Uint8Array<ArrayBuffer>) {
      const login = Buffer.from(`mill:${passwords.get('mill')}`).toString('base64');
      const response = await fetch(`${page.url}/write`, {
        ...{
          method: 'POST',
          body,
          headers: { authorization: `Basic ${login}`, 'content-type': 'text/plain' },
        },
      });
      return response.status;
    },
    /** Series that are in the database by now, whatever their time. */
    async series(matcher: string): Promise<number> {
      await victoria.flush();
      return (await victoria.number(`count(count_over_time(${matcher}[2000d]))`, nowS() + 2 * 86_400)) ?? 0;
    },
  };
}

const nowS = () => Math.floor(Date.now() / 1000);
const inverter = (site: string, serial: string, atS: number) =>
  `heliograph_inverter,site=${site},serial=${serial} power_w=1 ${atS}000000000\n`;
const SERIAL = '116180000001';

/** Lines that would write into the series of `barn`, or into some that nobody has, by tricks too. */
function foreignLines(): string {
  const at = `${nowS()}000000000`;
  return [
    ...['barn', 'nobody', '', 'mill\\,site\\=barn', 'mill ', 'MILL', 'barn\\'].map(
      (site) => `heliograph_inverter,site=${site},serial=${SERIAL} power_w=9 ${at}`,
    ),
    ...['site=mill,site=barn', 'site=barn,site=mill', 'serial=1,site=barn', 'site=barn'].map(
      (tags) => `heliograph_inverter,${tags},serial=${SERIAL} power_w=9 ${at}`,
    ),
    ...['plant', 'meter', 'test'].map((what) => `heliograph_${what},site=barn power_w=9 ${at}`),
    ...['ALERTS', 'up', 'heliograph', '__name__', '{__name__="x"}'].map(
      (name) => `${name},site=mill,serial=${SERIAL} power_w=9 ${at}`,
    ),
    `heliograph_plant,site=mill power_w=9 ${at}\rheliograph_plant,site=barn power_w=9 ${at}`,
    '',
  ].join('\n');
}

async function foreignSeries(): Promise<number> {
  const { post, series } = await startIngest();
  expect(await post(foreignLines())).toBeLessThan(500);
  expect(await post(inverter('mill', SERIAL, nowS()))).toBe(204);
  expect(await series('{site="mill"}')).toBeGreaterThan(0);
  return series('{site!="mill",__name__!=""}');
}

it.runIf(foreign.isNightly)('a site writes its own series only (A20)', { timeout: 300_000 }, async () => {
  if (!foreign.can(HAS_SERVERS, 'the whole row', REASON)) return;
  const measured = { what: 'series of others in the database', goal: { exactly: 0 } } as const;
  foreign.figure({ ...measured, value: await foreignSeries() });
  const value = await without(['ownSeries'], foreignSeries);
  foreign.counterProof({ ...measured, without: SEAMS.ownSeries, value });
});

/** So many series, one reading of each. */
async function flood(count: number): Promise<number> {
  const { post, series } = await startIngest();
  for (let first = 0; first < count; first += AT_ONCE) {
    const serials = Array.from(
      { length: AT_ONCE },
      (_, index) => `1161${String(first + index).padStart(8, '0')}`,
    );
    const atS = nowS();
    expect(await post(serials.map((serial) => inverter('mill', serial, atS)).join(''))).toBe(204);
  }
  return series('heliograph_inverter_power_w{site="mill"}');
}

async function readingsOfTomorrow(): Promise<number> {
  const { post, series } = await startIngest();
  expect(await post(inverter('mill', SERIAL, nowS() + 86_400))).toBe(204);
  return series('heliograph_inverter_power_w');
}

/** Bytes by chance, and lines with one byte of them changed by chance. */
async function garbage(bodies: number, dice: () => number) {
  const { post, series } = await startIngest();
  const counts = { faults: 0, strange: 0 };
  const byte = () => Math.floor(dice() * 256);
  for (let turn = 0; turn < bodies; turn += 1) {
    const body = Buffer.from(
      turn % 2 === 0 ? Uint8Array.from({ length: 500 }, byte) : inverter('mill', SERIAL, nowS()).repeat(20),
    );
    body[Math.floor(dice() * body.length)] = byte();
    const status = await post(new Uint8Array(body));
    if (status >= 500) counts.faults += 1;
  }
  expect(await post(inverter('mill', SERIAL, nowS()))).toBe(204);
  // A changed digit of the serial is another inverter of its own; all else would be strange.
  const all = await series('{__name__!=""}');
  counts.strange = all - (await series('heliograph_inverter_power_w{site="mill",serial=~"[0-9a-f]{12}"}'));
  return counts;
}

it.runIf(bad.isNightly)(
  'what a site brings is bounded, and nothing of it that makes no sense is taken (B13)',
  { timeout: 600_000 },
  async () => {
    if (!bad.can(HAS_SERVERS, 'the whole row', REASON)) return;
    const series = {
      what: 'series in the database, of those that one site has tried to make',
      goal: { atMost: INVERTERS },
    } as const;
    const taken = await flood(1_000_000);
    expect(taken).toBeGreaterThan(0);
    bad.figure({ ...series, value: taken });
    const tomorrow = { what: 'readings of tomorrow that were taken', goal: { exactly: 0 } } as const;
    bad.figure({ ...tomorrow, value: await readingsOfTomorrow() });
    const { faults, strange } = await garbage(2000, createDice(bad.seed));
    bad.figure({
      what: 'posts of garbage that were answered with a fault',
      value: faults,
      goal: { exactly: 0 },
    });
    bad.figure({
      what: 'series in the database that garbage has made',
      value: strange,
      goal: { exactly: 0 },
    });

    const unbounded = await without(['seriesOfSite'], () => flood(AT_ONCE));
    bad.counterProof({ ...series, without: SEAMS.seriesOfSite, value: unbounded });
    const early = await without(['readingsOfTomorrow'], readingsOfTomorrow);
    bad.counterProof({ ...tomorrow, without: SEAMS.readingsOfTomorrow, value: early });
  },
);
