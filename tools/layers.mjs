/**
 * `npm run layers`: checks the imports of the whole tree against .dependency-cruiser.mjs, then proves with
 * planted violations that every one of its rules can fail, and the linter's rules about the outside world too.
 */
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import { LAYERING_PLANTS } from './layering-plants.mjs';
import { LINT_PLANTS } from './lint-plants.mjs';
import { withPlantedTree } from './planted-tree.mjs';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';

const BIOME = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const OURS = /^(packages|apps|e2e|bench|golden|safety|testbed)\//;

/**
 * @param {string} folder the rules' paths are relative to it
 * @param {readonly string[]} below
 */
async function readImports(folder, below) {
  process.chdir(folder);
  const { output } = await cruise([...below], {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  });
  process.chdir(ROOT);
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  const modules = output.modules.filter(({ source }) => OURS.test(source));
  return { moduleCount: modules.length, violations: output.summary.violations };
}

/**
 * The errors that the linter reports in a folder, as `file category`.
 * @param {string} root
 */
async function lintReports(root) {
  const { stdout, output } = await runCommand(
    process.execPath,
    [BIOME, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: root },
  );
  if (!stdout.startsWith('{')) throw new Error(`the linter gave no report:\n${output}`);
  /** @type {readonly { severity: string, category: string, location: { path: string } }[]} */
  const diagnostics = JSON.parse(stdout).diagnostics;
  return diagnostics
    .filter(({ severity }) => severity === 'error') // a plugin that fails itself reports an info
    .map(({ category, location }) => `${location.path} ${category}`);
}

/** The plants that nothing caught, each as a sentence. */
function missedPlants() {
  return withPlantedTree(async (root) => {
    const { violations } = await readImports(root, ['packages', 'apps', 'e2e', 'golden', 'testbed']);
    const reports = new Set(await lintReports(root));
    const missedImports = LAYERING_PLANTS.filter(
      ({ rule, file }) =>
        !violations.some((violation) => violation.rule.name === rule && violation.from === file),
    );
    const missedCode = LINT_PLANTS.filter(({ rule, file }) => !reports.has(`${file} ${rule}`));
    return [
      ...missedImports.map(({ rule, file, imports }) => `${rule}: ${file} imports ${imports}`),
      ...missedCode.map(({ rule, file, code }) => `${rule}: ${file} says ${code.split('\n', 1)[0]}`),
    ];
  });
}

const { moduleCount, violations } = await readImports(ROOT, [
  'packages',
  'apps',
  'e2e',
  'bench',
  'golden',
  'safety',
  'testbed',
]);
const missed = await missedPlants();
const planted = new Set(LAYERING_PLANTS.map(({ rule }) => rule));
const unplanted = config.forbidden.filter(({ name }) => name === undefined || !planted.has(name));
const plantCount = LAYERING_PLANTS.length + LINT_PLANTS.length;

for (const { rule, from, to } of violations) console.log(`violation  ${rule.name}: ${from} -> ${to}`);
for (const sentence of missed) console.log(`missed     ${sentence}`);
for (const { name } of unplanted) console.log(`unplanted  ${name}: nothing proves that this rule can fail`);
if (moduleCount === 0) console.log('no modules were read: the rules matched nothing');
console.log(`${moduleCount} modules, ${config.forbidden.length} rules, ${violations.length} violations`);
console.log(`${plantCount - missed.length} planted violations caught, ${missed.length} missed`);
process.exitCode = violations.length + missed.length + unplanted.length > 0 || moduleCount === 0 ? 1 : 0;
