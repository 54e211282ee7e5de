import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';
import { tail } from '../run-command.mjs';
import { SBOM_FILE } from '../sbom.mjs';
import { mapped, mappedPath, placeIn } from './docker-stage.mjs';

/** @typedef {import('./docker-stage.mjs').StageFolder} StageFolder */

/**
 * What an image says of how it runs.
 * @typedef {object} ImageSetting
 * @property {readonly string[]} command
 * @property {readonly string[]} healthCommand
 * @property {string} user such as `1000:1000`
 * @property {NodeJS.Signals} stopSignal
 */

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000; // as container engines wait
const RETRY_MS = 500;

/**
 * Starts what a stage holds as a container would, asks for its health as a container engine does, for a page and for
 * the plant, and ends it. Throws at whatever is not as it should be.
 * @param {StageFolder} stage
 * @param {ImageSetting} setting
 */
export async function tryImage(stage, setting) {
  const port = await freePort();
  const start = (/** @type {readonly string[]} */ words) => startIn(stage, setting, words, port);
  const gateway = start(setting.command);
  try {
    await until(async () => {
      if (gateway.child.exitCode !== null) throw new Error(`It ended by itself:\n${tail(gateway.output())}`);
      const health = start(setting.healthCommand);
      const [code] = await once(health.child, 'close');
      return code === 0;
    });
    console.log('HEALTHCHECK says that it is well.');
    checkSbom(stage);
    await ask(port, '/readyz', (text) => JSON.parse(text).ready === true);
    await ask(port, '/', (text) => text.includes('<title>'));
    await ask(port, '/api/livedata/status', (text) => JSON.parse(text).inverters.length > 0);
    const ended = once(gateway.child, 'close');
    gateway.child.kill(setting.stopSignal);
    const late = wait(STOP_LIMIT_MS, ['late'], { ref: false });
    const [how] = await Promise.race([ended, late]);
    if (how !== 0) throw new Error(`${setting.stopSignal} ended it with ${how}:\n${tail(gateway.output())}`);
    console.log(`${setting.stopSignal} ends it in order.`);
  } finally {
    gateway.child.kill('SIGKILL');
  }
}

/**
 * Has it look for a chip, and throws where it does not even get as far as the devices of this machine. There is probably no chip, so that
 * what the test finds else says nothing of the image.
 * @param {StageFolder} stage
 * @param {ImageSetting} setting
 */
export async function tryRadio(stage, setting) {
  const test = startIn(
    stage,
    setting,
    [...setting.command, '--radio', 'nrf24', '--self-test'],
    await freePort(),
  );
  await once(test.child, 'close');
  const output = test.output().trim();
  if (!/^(good|WRONG) /.test(output) || output.includes('koffi'))
    throw new Error(`--radio nrf24 --self-test cannot reach any device:\n${tail(output)}`);
  console.log('--radio nrf24 --self-test reaches the devices of this machine, or their lack:');
  console.log(output);
}

/** @param {StageFolder} stage */
function checkSbom(stage) {
  const { bomFormat, components } = JSON.parse(readFileSync(placeIn(stage, SBOM_FILE), 'utf8'));
  if (bomFormat !== 'CycloneDX' || components.length === 0)
    throw new Error('The image does not say what it is made of.');
  console.log(`The image says that it is made of ${components.length} packages.`);
}

/**
 * @param {StageFolder} stage
 * @param {ImageSetting} setting
 * @param {readonly string[]} words
 * @param {number} port
 */
function startIn(stage, { user }, words, port) {
  const [program = '', ...args] = words.map((word) => mappedPath(stage, word));
  const [uid, gid] = user.split(':').map(Number);
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: placeIn(stage, '.'),
    env: { PATH: process.env.PATH, ...mapped(stage), HELIOGRAPH_PORT: String(port) },
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

/** @param {() => Promise<boolean>} isThere */
async function until(isThere) {
  const lastMs = performance.now() + START_LIMIT_MS;
  while (!(await isThere())) {
    if (performance.now() > lastMs) throw new Error(`Not well after ${START_LIMIT_MS / 1000} s.`);
    await wait(RETRY_MS);
  }
}

/**
 * @param {number} port
 * @param {string} path
 * @param {(text: string) => boolean} isRight
 */
async function ask(port, path, isRight) {
  let text = '';
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    text = await answer.text();
    return answer.ok && isRight(text);
  });
  console.log(`${path} answers.`);
}
