import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { runCommand, tail } from './run-command.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage
 */

/**
 * The `packages` table of a lock file; empty when there is none.
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes what it installed into
 * node_modules/.package-lock.json as its last act, so an interrupted installation reads as missing.
 */
export function dependenciesAreCurrent() {
  const wanted = lockedPackages(join(ROOT, 'package-lock.json'));
  const installed = lockedPackages(join(ROOT, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true; // a workspace itself
    const found = installed[path];
    if (found === undefined) return optional === true; // made for another platform
    return link === true || (found.version === version && found.integrity === integrity);
  });
}

/** npm as started by npm itself where possible, so that the same version works on. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running !== undefined && /\.c?js$/.test(running)) return { command: process.execPath, args: [running] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/** Installs what package-lock.json lists, when something is missing. False, with the reason shown, on failure. */
export async function installMissingDependencies() {
  if (dependenciesAreCurrent()) return true;
  console.error('Installing dependencies (npm ci) ...');
  const { command, args } = npmCommand();
  // Development tools are needed to build, whatever NODE_ENV says.
  const { code, output } = await runCommand(command, [...args, 'ci', '--include=dev'], { cwd: ROOT });
  if (code === 0) return true;
  console.error(
    `${tail(output)}\n\nThe dependencies could not be installed: npm ci ended with code ${code}.`,
  );
  return false;
}
