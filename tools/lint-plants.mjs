/**
 * One planted violation (or more) for what the linter must forbid, such as reaching the outside world without
 * importing anything. `tools/layers.mjs` writes them where it writes the layering plants.
 *
 * @typedef {object} LintPlant
 * @property {string} rule the category under which the linter must report it
 * @property {string} file
 * @property {string} code
 */

const GLOBALS = 'lint/style/noRestrictedGlobals';
const PLUGIN = 'plugin';

/** @type {readonly LintPlant[]} */
export const LINT_PLANTS = [
  { rule: GLOBALS, file: 'apps/web/src/app/fetches.ts', code: "export const answer = fetch('/api');" },
  {
    rule: GLOBALS,
    file: 'apps/web/src/features/home/stores.ts',
    code: "localStorage.setItem('locale', 'de');",
  },
  {
    rule: GLOBALS,
    file: 'apps/web/src/shared/ui/connects.ts',
    code: "export const socket = new WebSocket('/livedata');",
  },
  {
    rule: GLOBALS,
    file: 'apps/web/src/shared/form/requests.ts',
    code: 'export const request = new XMLHttpRequest();',
  },
  {
    rule: PLUGIN,
    file: 'apps/web/src/app/reaches.ts',
    code: "export const stored = window.localStorage.getItem('user');",
  },
  {
    rule: PLUGIN,
    file: 'apps/web/src/shared/i18n/reaches.ts',
    code: "export const answer = globalThis.fetch('/api');",
  },
  { rule: GLOBALS, file: 'apps/gateway/src/fleet/waits.ts', code: 'setTimeout(() => undefined, 1);' },
  { rule: GLOBALS, file: 'apps/gateway/src/http/looks.ts', code: 'export const home = process.env.HOME;' },
  { rule: PLUGIN, file: 'apps/gateway/src/sources/radio/tells.ts', code: 'export const nowMs = Date.now();' },
  { rule: PLUGIN, file: 'packages/simulator/src/tells.ts', code: 'export const now = new Date();' },
  {
    rule: PLUGIN,
    file: 'packages/protocol/src/throws-dice.ts',
    code: 'export const chance = Math.random();',
  },
  {
    rule: PLUGIN,
    file: 'apps/gateway/src/settings/reaches.ts',
    code: 'export const wait = globalThis.setTimeout;',
  },
  {
    rule: 'lint/style/noJsxLiterals',
    file: 'apps/web/src/app/says.tsx',
    code: 'export const Greeting = () => <p>Hello</p>;',
  },
  { rule: 'lint/style/noDefaultExport', file: 'packages/radio/src/defaults.ts', code: 'export default 1;' },
  {
    rule: 'lint/suspicious/noExplicitAny',
    file: 'packages/radio/src/anything.ts',
    code: 'export let anything: any;',
  },
  {
    rule: 'lint/style/noNonNullAssertion',
    file: 'packages/radio/src/asserts.ts',
    code: 'export const one = [1].at(0)!;',
  },
  {
    rule: 'lint/style/useFilenamingConvention',
    file: 'packages/radio/src/CamelCase.ts',
    code: 'export const one = 1;',
  },
  {
    rule: 'lint/nursery/noFloatingPromises',
    file: 'packages/radio/src/floats.ts',
    code: 'async function work(): Promise<number> {\n  return 1;\n}\nexport function start(): void {\n  work();\n}',
  },
];
