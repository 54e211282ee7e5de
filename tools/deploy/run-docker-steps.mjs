import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { beginStage, carryOut, placeIn } from './docker-stage.mjs';
import { readDockerIgnore } from './read-docker-ignore.mjs';
import { execWords, lastStep, readDockerfile } from './read-dockerfile.mjs';
import { tryImage, tryRadio } from './try-image.mjs';

/** @typedef {import('./docker-stage.mjs').StageFolder} StageFolder */

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/**
 * Carries out the stages one after the other, and tries what the last one made. It is no container: the steps run with
 * the programs and the Node of this machine, and can see all of it. True when all went well.
 */
export async function runDockerSteps() {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-docker-'));
  chmodSync(folder, 0o755); // for the user of the image
  try {
    await tryIt(folder);
    console.log('The image does what it should, as far as can be seen without a container engine.');
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The Node of the image has SQLite, and that of this machine perhaps not: then it finds that of our packages.
 * @param {StageFolder} image
 */
function giveSqlite(image) {
  const path = 'node_modules/libsql';
  if (!isBuiltin('node:sqlite')) symlinkSync(join(ROOT, path), placeIn(image, path));
}

/** @param {string} folder */
async function tryIt(folder) {
  const stages = readDockerfile(read('Dockerfile'));
  const isIgnored = readDockerIgnore(read('.dockerignore'));
  /** @type {Map<string, StageFolder>} */
  const done = new Map();
  /** @type {StageFolder} */
  let current = { root: folder, workFolder: '/', environment: {} };
  for (const [index, { name, image, steps }] of stages.entries()) {
    current = beginStage(join(folder, name === '' ? `stage-${index}` : name), done.get(image));
    for (const step of steps) {
      console.log(`${step.keyword} ${step.text}`);
      current = await carryOut(current, step, { context: ROOT, isIgnored, stages: done });
    }
    done.set(name, current);
  }
  const image = stages.at(-1);
  giveSqlite(current);
  // Nothing of the stages before may be needed.
  for (const { root } of [...done.values()].slice(0, -1)) rmSync(root, { recursive: true, force: true });
  const setting = {
    command: execWords(lastStep(image, 'ENTRYPOINT')) ?? [],
    healthCommand: execWords(lastStep(image, 'HEALTHCHECK')) ?? [],
    user: lastStep(image, 'USER')?.words[0] ?? '',
    stopSignal: /** @type {NodeJS.Signals} */ (lastStep(image, 'STOPSIGNAL')?.words[0]),
  };
  await tryImage(current, setting);
  await tryRadio(current, setting);
}
