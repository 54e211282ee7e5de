import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from '../root.mjs';
import { runCommand, tail } from '../run-command.mjs';
import { nginxConfig } from './proxy-files.mjs';
import { readDashboard } from './read-dashboard.mjs';

/**
 * A check of a file by the program that will read it.
 * @typedef {object} OutsideCheck
 * @property {string} file
 * @property {string} program
 * @property {string} package where Debian has it
 * @property {(folder: string) => Promise<readonly string[]>} prepare makes what the program needs in a folder that is
 *   removed afterwards; returns its arguments
 * @property {RegExp} [complaint] a line of its output that counts as a failure, where its exit code does not tell
 */

const TIME_LIMIT_MS = 60_000;
/** systemd's own measure goes from 0 to 10, and from here on it says "medium". */
const EXPOSURE_MAX = 2;
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** @param {string} program */
const findProgram = (program) =>
  FOLDERS.map((folder) => join(folder, program)).find((file) => existsSync(file));

const UNIT = 'deploy/systemd/heliograph.service';

/**
 * The unit with a program in it that is there: ours is installed later.
 * @param {string} folder
 */
function writeUnit(folder) {
  const file = join(folder, 'heliograph.service');
  writeFileSync(file, read(UNIT).replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`));
  return file;
}

/**
 * Our sites in a whole configuration, with a certificate that is there, and no port.
 * @param {string} folder
 */
async function writeNginx(folder) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const wanted = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=solar.example.org',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  const { code, output } = await runCommand('openssl', ['req', '-x509', ...wanted]);
  if (code !== 0) throw new Error(tail(output));
  const file = join(folder, 'nginx.conf');
  const listen = `unix:${join(folder, 'site.sock')}`;
  const trial = { folder, certFile: cert, keyFile: key, upstream: '127.0.0.1:8080' };
  writeFileSync(file, nginxConfig({ ...trial, listenTls: listen, listenPlain: listen }));
  return file;
}

/**
 * The dashboard's expressions as rules, which is what promtool reads.
 * @param {string} folder
 */
function writeRules(folder) {
  const rules = readDashboard(read('deploy/grafana/dashboards/heliograph.json')).map(
    ({ expression }, index) => ({
      record: `dashboard:expression_${index}`,
      expr: expression,
    }),
  );
  const file = join(folder, 'rules.json'); // every JSON is YAML
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  return file;
}

/** @type {readonly OutsideCheck[]} */
export const OUTSIDE_CHECKS = [
  {
    file: UNIT,
    program: 'systemd-analyze',
    package: 'systemd',
    prepare: async (folder) => ['verify', '--man=no', writeUnit(folder)],
    complaint: /^.*heliograph\.service.*$/m, // a word it does not know is a warning to it
  },
  {
    file: `${UNIT}, how much it may`,
    program: 'systemd-analyze',
    package: 'systemd',
    prepare: async (folder) => [
      ...['security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE_MAX * 10}`],
      writeUnit(folder),
    ],
  },
  {
    file: 'deploy/prometheus/prometheus.yml',
    program: 'promtool',
    package: 'prometheus',
    prepare: async () => ['check', 'config', join(ROOT, 'deploy/prometheus/prometheus.yml')],
  },
  {
    file: 'deploy/grafana/dashboards/heliograph.json, its expressions',
    program: 'promtool',
    package: 'prometheus',
    prepare: async (folder) => ['check', 'rules', writeRules(folder)],
  },
  {
    file: 'deploy/reverse-proxy/nginx.conf',
    program: 'nginx',
    package: 'nginx',
    prepare: async (folder) => ['-t', '-q', '-p', folder, '-e', 'stderr', '-c', await writeNginx(folder)],
  },
  {
    file: 'deploy/reverse-proxy/Caddyfile',
    program: 'caddy',
    package: 'caddy',
    prepare: async () => [
      ...['validate', '--adapter', 'caddyfile'],
      ...['--config', join(ROOT, 'deploy/reverse-proxy/Caddyfile')],
    ],
  },
];

/**
 * @param {OutsideCheck} check
 * @returns {Promise<'ok' | 'missing' | { readonly problem: string }>} `missing`: the program is not on this machine
 */
export async function runOutsideCheck({ program, prepare, complaint }) {
  const path = findProgram(program);
  if (path === undefined) return 'missing';
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-check-'));
  try {
    const args = await prepare(folder);
    // Programs that keep things at home keep them there.
    const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const { code, output } = await runCommand(path, args, { env, timeLimitMs: TIME_LIMIT_MS });
    return code === 0 && complaint?.test(output) !== true ? 'ok' : { problem: tail(output) };
  } catch (error) {
    return { problem: String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
