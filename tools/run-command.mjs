import { spawn } from 'node:child_process';

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 1 when a signal or the time limit ended it, 127 when it could not start
 * @property {string} output what it wrote to stdout and stderr, as it came
 * @property {string} stdout what it wrote to stdout alone
 */

const TAIL_LINES = 25;

/**
 * Runs a command to its end and keeps its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stream?: boolean, timeLimitMs?: number }} [options]
 *   `stream` also shows the output while it comes
 * @returns {Promise<Finished>}
 */
export function runCommand(command, args, { cwd, env, stream = false, timeLimitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let stdout = '';
    const timer =
      timeLimitMs === undefined
        ? undefined
        : setTimeout(() => {
            output += `\nstopped after ${timeLimitMs / 1000} s\n`;
            child.kill('SIGKILL');
          }, timeLimitMs);
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (stream) process.stdout.write(chunk);
    };
    child.stdout.on('data', (chunk) => {
      stdout += chunk.toString();
      keep(chunk);
    });
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: `${output}${error.message}\n`, stdout });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output, stdout });
    });
  });
}

/**
 * The last lines of an output, for a message.
 * @param {string} output
 */
export function tail(output) {
  return output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
