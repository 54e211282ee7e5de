import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './root.mjs';

/** What the contract calls the shapes of these pages' messages on the wire; the document is made from it. */
const SHAPES = [
  ...[
    'LiveData',
    'LiveInverter',
    'LiveChannel',
    'LiveValue',
    'LiveTotal',
    'LiveHints',
    'LivePlant',
    'LastPower',
    'LimitStatus',
    'PowerStatus',
    'EventLog',
    'EventLogEntry',
    'DeviceInfo',
  ],
  ...['SystemStatus', 'NetworkStatus', 'NtpStatus', 'MqttStatus'],
];

const { schemas } = JSON.parse(readFileSync(join(ROOT, 'docs/api/openapi.json'), 'utf8')).components;

const KEYS: readonly string[] = SHAPES.flatMap((shape) => Object.keys(schemas[shape].properties));
/** Keys that are no words of the field, such as `heap_total` and `cpufreq`: nobody writes them by chance. */
const ODD_KEYS = KEYS.filter((key) => /_|[a-z][A-Z]|^(?:sdk|cpu|chip|cfg)[a-z]/.test(key));
const SHORT_KEYS = KEYS.filter((key) => /^[a-z]$/.test(key));

const NAME = new RegExp(`\\b(?:${ODD_KEYS.join('|')})\\b`, 'g');
const MEMBER = new RegExp(`\\.(?:${[...SHORT_KEYS, 'Power'].join('|')})\\b`, 'g');
const SHAPE = new RegExp(`\\b(?:${SHAPES.join('|')}|PropertyName|PROPERTY_NAMES)\\b`, 'g');
const FROM_CONTRACT = /import[^;]+from '@heliograph\/contract'/g;

/** Where a component speaks the wire's language: the names in it that only the contract's readers may know. */
function wireWords(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const imports = (code.match(FROM_CONTRACT) ?? []).join(' ');
  return [...(code.match(NAME) ?? []), ...(code.match(MEMBER) ?? []), ...(imports.match(SHAPE) ?? [])];
}

/** The code in a folder of the web app, without its tests. */
function codeIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const LIVE_VIEW = ['apps/web/src/app', 'apps/web/src/features/live-data'];
/** And what they share with other pages. A settings page has one schema for form, wire and disk, so it is not among them. */
const INFO_PAGES = [
  ...['system-info', 'network-info', 'ntp-info', 'mqtt-info', 'about', 'firmware-upgrade'].map(
    (feature) => `apps/web/src/features/${feature}`,
  ),
  ...['apps/web/src/shared/page', 'apps/web/src/shared/api'],
];

describe.each([
  ['the live view', LIVE_VIEW, 50],
  ['an info page', INFO_PAGES, 40],
])('%s', (_name, folders, filesMin) => {
  it('names no key of the wire and none of its shapes: the readers of the contract end them', () => {
    const files = folders.flatMap(codeIn);
    expect(files.length).toBeGreaterThan(filesMin);
    const found = files.map((path) => [path, wireWords(textOf(path))] as const);
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });
});

describe('a key of the wire', () => {
  it.each([
    ['inverter.data_age', ['data_age']],
    ["label(name === 'YieldDay')", ['YieldDay']],
    ['const { limit_relative: percent } = inverter;', ['limit_relative']],
    ['format.digits(value.v, value.d)', ['.v', '.d']],
    ['channels[0]?.Power', ['.Power']],
    ["import type { LiveInverter, Silence } from '@heliograph/contract';", ['LiveInverter']],
    ["import {\n  PROPERTY_NAMES,\n} from '@heliograph/contract';", ['PROPERTY_NAMES']],
    ['memoryRow(t.heap, status.heap_used, status.heap_total)', ['heap_used', 'heap_total']],
    ['const { chiprevision: revision, uptime } = status;', ['chiprevision']],
    ["Pick<ReceivedSystemStatus, 'git_hash' | 'cfgsavecount'>", ['git_hash', 'cfgsavecount']],
    ["import { getNtpStatus, type NtpStatus } from '@heliograph/contract';", ['NtpStatus']],
  ])('would be caught at %j', (source, words) => {
    expect(wireWords(source)).toEqual(words);
  });

  it.each([
    ['a page', 'features/system-info/system-info-page.tsx', 'status.cpufreq'],
    ['a page', 'features/network-info/network-info-page.tsx', 'status.network_hostname'],
    ['a page', 'features/ntp-info/ntp-info-page.tsx', 'status.ntp_localtime'],
    ['a page', 'features/mqtt-info/mqtt-info-page.tsx', 'status.mqtt_enabled'],
    ['a page', 'features/about/about-page.tsx', 'status.heliograph_version'],
    ['a page', 'features/firmware-upgrade/firmware-upgrade-page.tsx', 'status.heliograph_image'],
    ['the rows of a page', 'features/system-info/use-firmware-rows.tsx', 'status.resetreason_0'],
    ['a value that counts', 'shared/page/ticking-local-time.tsx', 'status.ntp_answer_age'],
    ['rows that pages share', 'shared/page/connection-row.tsx', 'status.mqtt_failure'],
    ['rows that pages share', 'shared/page/time-facts.tsx', 'status.ntp_state'],
    ['a rule without a picture', 'shared/api/running-version.ts', 'status.git_hash'],
  ])('would be caught in %s: %s', (_kind, path, planted) => {
    // At the end: nothing in the file hides what follows, as an address or an expression could that looks like a comment.
    const source = `${textOf(`apps/web/src/${path}`)}\nconst planted = ${planted};\n`;
    expect(wireWords(source)).toEqual([planted.replace('status.', '')]);
  });
});
