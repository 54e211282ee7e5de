import { Buffer } from 'node:buffer';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './root.mjs';

/**
 * What the built product is made of, as a CycloneDX file: every package that may be in `dist`, with its version, license
 * and checksum. It comes from the lock file alone, so that the same commit always gives the same file.
 *
 * Why not `npm sbom`: with `--omit dev`, that of npm 11 leaves out each package that a tool of ours needs as well, 37 of
 * 107 when the two were compared, React and zod among them. With `--workspace` instead it has them all. But it puts the
 * time and a random number into the file, and says nothing about a license that a manifest does not name.
 */

/** Beside the gateway, so that it goes wherever the gateway goes: into the image, and into a folder. */
export const SBOM_FILE = 'apps/gateway/dist/sbom.cdx.json';

/** What runs; the other workspaces are parts of it, or are never shipped. */
const SHIPPED = ['apps/fleet', 'apps/gateway', 'apps/web'];

/** Of packages whose manifest names none: what their file LICENSE is. */
const LICENSES = new Map([['suncalc', 'BSD-2-Clause']]);

/**
 * What is read of an entry of the lock file.
 * @typedef {object} Locked
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { readonly optional?: boolean }>>} [peerDependenciesMeta]
 *
 * @typedef {Readonly<Record<string, Locked>>} LockFile entries by their path, the root being the empty one
 */

/** Writes the file where the gateway is built. */
export function writeSbom() {
  if (!existsSync(join(ROOT, dirname(SBOM_FILE)))) return;
  /** @type {{ readonly packages: LockFile }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  writeFileSync(join(ROOT, SBOM_FILE), sbomText(packages));
}

/** @param {LockFile} packages */
export const sbomText = (packages) => `${JSON.stringify(sbomOf(packages), null, 1)}\n`;

/** @param {LockFile} packages */
export function sbomOf(packages) {
  const found = reachable(packages);
  const paths = [...found.keys()].sort((one, other) =>
    refOf(packages, one) < refOf(packages, other) ? -1 : 1,
  );
  const product = packages[''];
  const root = `pkg:npm/heliograph@${product?.version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        ...{ type: 'application', 'bom-ref': root, name: 'heliograph', version: product?.version },
        ...licensesOf(licenseOf(packages, '')),
      },
    },
    components: paths.map((path) => componentOf(packages, path)),
    dependencies: [
      { ref: root, dependsOn: SHIPPED.map((path) => refOf(packages, path)) },
      ...paths.map((path) => ({
        ref: refOf(packages, path),
        dependsOn: [...(found.get(path) ?? [])].map((other) => refOf(packages, other)).sort(),
      })),
    ],
  };
}

/**
 * The paths of all that is shipped, each with those it needs.
 * @param {LockFile} packages
 */
function reachable(packages) {
  /** @type {Map<string, readonly string[]>} */
  const found = new Map();
  const waiting = [...SHIPPED];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const needed = neededBy(packages, path);
    found.set(path, needed);
    waiting.push(...needed);
  }
  return found;
}

/** @param {LockFile} packages @param {string} path */
function neededBy(packages, path) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const required = [...Object.keys(dependencies ?? {}), ...peers].map((name) => {
    const place = placeOf(packages, path, name);
    if (place === undefined) throw new Error(`The lock file has no ${name}, which ${path} needs.`);
    return place;
  });
  const optional = Object.keys(optionalDependencies ?? {}).flatMap(
    (name) => placeOf(packages, path, name) ?? [],
  );
  return [...new Set([...required, ...optional])];
}

/**
 * Where Node finds a package: the nearest `node_modules`, going up.
 * @param {LockFile} packages
 * @param {string} from
 * @param {string} name
 */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = dirname(folder) === '.' ? '' : dirname(folder)) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link ? entry.resolved : path;
    if (folder === '') return undefined;
  }
}

/** @param {LockFile} packages @param {string} path */
function componentOf(packages, path) {
  const entry = packages[path];
  const [name = '', group] = nameOf(packages, path).split('/').reverse();
  const [, algorithm = '', base64 = ''] = /^(sha\d+)-(\S+)/.exec(entry?.integrity ?? '') ?? [];
  return {
    ...{ type: 'library', 'bom-ref': refOf(packages, path) },
    ...(group === undefined ? {} : { group }),
    ...{ name, version: entry?.version, purl: refOf(packages, path) },
    ...licensesOf(licenseOf(packages, path)),
    ...(base64 === ''
      ? {}
      : {
          hashes: [
            { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') },
          ],
        }),
  };
}

/** @param {LockFile} packages @param {string} path */
const refOf = (packages, path) =>
  `pkg:npm/${nameOf(packages, path).replace('@', '%40')}@${packages[path]?.version}`;

/** @param {LockFile} packages @param {string} path */
const nameOf = (packages, path) => packages[path]?.name ?? path.split('node_modules/').at(-1) ?? path;

/** @param {LockFile} packages @param {string} path */
function licenseOf(packages, path) {
  const name = nameOf(packages, path);
  const license = packages[path]?.license ?? LICENSES.get(name);
  if (license === undefined)
    throw new Error(`${name} names no license: look into its files, and put it into LICENSES.`);
  return license;
}

/** @param {string} license */
function licensesOf(license) {
  return { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] };
}
