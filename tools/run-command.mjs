import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 1 when a signal or the time limit ended it, 127 when it could not start
 * @property {string} output what it wrote to stdout and stderr, as it came
 * @property {string} stdout what it wrote to stdout alone
 */

const TAIL_LINES = 25;
/** For a command at its time limit to end what it started, in order. */
const GRACE_MS = 5_000;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command to its end and keeps its output. One with a time limit has a process group of its own: what it has
 * started ends with it, at the limit and at Ctrl-C.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stream?: boolean | string, timeLimitMs?: number }} [options]
 *   `stream` also shows the output while it comes; a text shows it line by line, with the text before each
 * @returns {Promise<Finished>}
 */
export function runCommand(command, args, { cwd, env, stream = false, timeLimitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: timeLimitMs !== undefined,
    });
    let output = '';
    let stdout = '';
    let isLate = false;
    const onLate = () => {
      isLate = true;
      output += `\nstopped after ${(timeLimitMs ?? 0) / 1000} s\n`;
    };
    const stopWatching = timeLimitMs === undefined ? () => {} : watchGroup(child, timeLimitMs, onLate);
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (stream === true) process.stdout.write(chunk);
    };
    if (typeof stream === 'string') {
      for (const lines of [child.stdout, child.stderr]) showLines(lines, stream);
    }
    child.stdout.on('data', (chunk) => {
      stdout += chunk.toString();
      keep(chunk);
    });
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      stopWatching();
      resolve({ code: 127, output: `${output}${error.message}\n`, stdout });
    });
    child.on('close', (code) => {
      stopWatching();
      resolve({ code: isLate ? 1 : (code ?? 1), output, stdout });
    });
  });
}

/**
 * @param {import('node:stream').Readable} input
 * @param {string} prefix
 */
function showLines(input, prefix) {
  createInterface({ input }).on('line', (line) => process.stdout.write(`${prefix}${line}\n`));
}

/**
 * Ends the group of a command at its limit, and passes on the signals that end this program: the terminal sends them to
 * its own group alone. Returns what stops that.
 * @param {ChildProcess} child
 * @param {number} timeLimitMs
 * @param {() => void} onLate
 */
function watchGroup(child, timeLimitMs, onLate) {
  /** @type {NodeJS.Timeout} */
  let timer = setTimeout(() => {
    onLate();
    signalGroup(child, 'SIGTERM');
    timer = setTimeout(() => {
      signalGroup(child, 'SIGKILL');
      child.stdout?.destroy(); // somebody in a group of its own may hold it open
      child.stderr?.destroy();
    }, GRACE_MS);
  }, timeLimitMs);
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    signalGroup(child, signal);
    stop();
    process.kill(process.pid, signal); // nobody listens any more, so it ends this program
  };
  const stop = () => {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, passOn);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return stop;
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // all of it has ended
  }
}

/**
 * The last lines of an output, for a message.
 * @param {string} output
 */
export function tail(output) {
  return output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
