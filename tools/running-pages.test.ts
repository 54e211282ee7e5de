import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVER_LIMITS } from '../apps/gateway/src/http/limits/server-limits.ts';
import {
  FLAG_NAMES,
  FLAGS,
  fileVariableOf,
  helpText,
  variableOf,
} from '../apps/gateway/src/platform/flags.ts';
import { LOG_LEVELS } from '../apps/gateway/src/platform/log.ts';
import { NEWEST_LTS as RECOMMENDED_BY_GATEWAY } from '../apps/gateway/src/platform/node-version.ts';
import { readDocument } from './document.ts';
import { NEWEST_LTS } from './node-version.mjs';
import { ROOT } from './root.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The blocks of code of one language, without the blanks that a list puts before them. */
function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\n(.*?)^\\1\`\`\`$`, 'gms'))].map(
    ([, indent = '', block = '']) => block.replace(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

describe('docs/running.md', () => {
  it('says what one client may take as the gateway has it', () => {
    const { connectionsMax, connectionsPerAddressMax, connectionsReserved, ...limits } = SERVER_LIMITS;
    const rows = readDocument('docs/running.md').rowsBelow('What one client may take');
    const share = `${limits.socketsPerAddressMax}, the admin ${limits.socketsPerAdminAddressMax}`;
    expect(rows.map(([, one = '', all = '']) => [one, all])).toEqual([
      [
        expect.stringMatching(
          `^${limits.requestsPerSecond} a .* ${limits.requestBurst} at .* ${limits.readsPerSecond} a`,
        ),
        '',
      ],
      [
        String(connectionsPerAddressMax),
        expect.stringMatching(`^${connectionsMax}, of which ${connectionsReserved} `),
      ],
      [share, expect.stringMatching(`^${limits.liveSocketsMax}, of which ${limits.liveSocketsReserved} `)],
      [
        share,
        expect.stringMatching(`^${limits.consoleSocketsMax}, of which ${limits.consoleSocketsReserved} `),
      ],
      [
        expect.stringMatching(
          `^${limits.framesPerSecond} frames and ${limits.frameBytesPerSecond / 1024} kB .* ${limits.floodMaxMs / 1000} s is`,
        ),
        '',
      ],
      [expect.stringMatching(/^5 wrong/), '30 a minute'],
    ]);
  });

  const text = read('docs/running.md');
  const page = readDocument('docs/running.md');

  it('lists the flags of --help, with their variables and defaults', () => {
    const rows = page.rowsBelow('Flags and variables');
    const flags = [...helpText({}, 'none').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    expect(rows.map(([flag]) => flag)).toEqual(flags);
    for (const flag of FLAG_NAMES) {
      const [, variable, what, fallback] = rows.find(([name]) => name === `--${flag}`) ?? [];
      expect(variable).toBe(variableOf(flag));
      if (flag === 'log-level') expect(what).toBe(LOG_LEVELS.map((level) => `\`${level}\``).join(', '));
      const definition = FLAGS[flag];
      if ('fallback' in definition) expect(fallback).toBe(definition.fallback);
    }
    expect(text).toContain(fileVariableOf('first-password'));
  });

  it('lists the variables of the compose file, with their defaults', () => {
    const inFile = new Map(
      [...read('compose.yaml').matchAll(/\$\{(\w+):-([^}]*)\}/g)].map(([, name, fallback]) => [
        name,
        fallback,
      ]),
    );
    const rows = page.rowsBelow('Docker Compose').filter(([name = '']) => /^[A-Z_]+$/.test(name));
    expect(rows.map(([name]) => name).toSorted()).toEqual([...inFile.keys()].toSorted());
    for (const [name, , fallback] of rows) {
      const wanted = inFile.get(name);
      if (wanted !== '') expect(fallback).toBe(wanted);
    }
  });

  it('adds only to services, networks and variables that there are', () => {
    const { services, networks } = parse(read('compose.yaml'), { merge: true });
    const known = new Set([...FLAG_NAMES.map(variableOf), fileVariableOf('first-password')]);
    const added = blocksOf(text, 'yaml').map((block) => parse(block));
    expect(added.length).toBe(3);
    for (const [name, service] of added.flatMap((file) => Object.entries<AddedService>(file.services))) {
      expect(Object.keys(services)).toContain(name);
      for (const network of service.networks ?? []) expect(Object.keys(networks)).toContain(network);
      for (const variable of Object.keys(service.environment ?? {})) expect([...known]).toContain(variable);
    }
  });

  it('names folders of its image and its unit as these do', () => {
    const unit = read('deploy/systemd/heliograph.service');
    for (const path of [
      '/etc/heliograph/first-password',
      '/etc/heliograph/heliograph.env',
      '/usr/bin/node',
    ]) {
      expect(unit).toContain(path);
      expect(text).toContain(path);
    }
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/src\/(apps\S+)/gm)].map(
      ([, path]) => path,
    );
    expect(copied).toEqual([
      'apps/gateway/package.json',
      'apps/gateway/dist/',
      'apps/fleet/package.json',
      'apps/fleet/dist/',
      'apps/web/dist/',
      'apps/web/dist-fleet/',
      'apps/web/dist-server/',
    ]);
    const [, , folder = ''] = text.split(/^## /m);
    for (const path of copied) expect(folder).toContain(`\`${path?.replace(/\/$/, '')}\``);
  });

  it('has the version of the product in its commands', () => {
    const { version } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/heliograph:(\d[\w.]*)/g)].map(([, tag]) => tag);
    expect(named.length).toBeGreaterThan(3);
    expect(new Set(named)).toEqual(new Set([version]));
  });
});

it('the image has the newest Node with long-term support, and all say so', () => {
  const [, inImage] = /^ARG NODE_TAG=(\d+)-bookworm-slim$/m.exec(read('Dockerfile')) ?? [];
  expect(Number(inImage)).toBe(NEWEST_LTS);
  expect(read('docs/running.md')).toContain(`The Node inside is ${inImage}, which`);
  for (const path of ['README.md', 'docs/running.md']) {
    expect(read(path)).toMatch(new RegExp(`take\\s${inImage} or \\d+ where you can choose`));
  }
  expect(RECOMMENDED_BY_GATEWAY).toBe(NEWEST_LTS);
});

interface AddedService {
  readonly networks?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

describe('docs/reverse-proxy.md', () => {
  const text = read('docs/reverse-proxy.md');

  it.each([
    ['nginx', 'nginx.conf'],
    ['caddyfile', 'Caddyfile'],
    ['yaml', 'traefik.yaml'],
    ['yaml', 'traefik-routes.yaml'],
  ])('shows as %s what stands in deploy/reverse-proxy/%s', (language, name) => {
    expect(existsSync(join(ROOT, 'deploy', 'reverse-proxy', name))).toBe(true);
    expect(blocksOf(text, language)).toContain(read(`deploy/reverse-proxy/${name}`));
  });

  it('has the limits of an address as the gateway has them', () => {
    const limits = SERVER_LIMITS;
    const rows = readDocument('docs/reverse-proxy.md').rowsBelow('What is different behind a proxy');
    const cells = rows.map(([, one = '', more = '']) => [one, more]);
    expect(cells).toEqual([
      [
        expect.stringContaining(`${limits.requestsPerSecond} a second, and ${limits.requestBurst} at`),
        expect.anything(),
      ],
      [String(limits.connectionsPerAddressMax), 'nobody'],
      [
        String(limits.socketsPerAddressMax),
        expect.stringMatching(`^${limits.socketsPerAdminAddressMax} when`),
      ],
      [
        expect.stringContaining(
          `${limits.framesPerSecond} frames and ${limits.frameBytesPerSecond / 1024} kB a second each`,
        ),
        expect.anything(),
      ],
      [expect.stringMatching(/^5, then/), 'nobody'],
    ]);
  });
});
