import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { DELIVERED_ENVIRONMENT } from '@heliograph/testbed/outside/gateway-process.ts';
import { describe, expect, it } from 'vitest';
import {
  FLAG_NAMES,
  fileVariableOf,
  isSecretFlag,
  variableOf,
} from '../../apps/gateway/src/platform/flags.ts';
import { guidePages } from '../../apps/web/plugins/guide-pages.ts';
import { BUILDS } from '../builds.mjs';
import { ROOT } from '../root.mjs';
import { composeProblems, overrideProblems } from './compose-rules.mjs';
import { beginStage, carryOut, placeIn } from './docker-stage.mjs';
import { dockerfileProblems } from './dockerfile-rules.mjs';
import { looseImage } from './loose-image.mjs';
import { OWN_CHECKS } from './own-checks.mjs';
import { readDockerIgnore } from './read-docker-ignore.mjs';
import { readDockerfile } from './read-dockerfile.mjs';
import { traefikProblems } from './traefik-rules.mjs';
import { unitProblems } from './unit-rules.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const exists = (path: string) => existsSync(join(ROOT, path));

/** A file with one place changed; throws where that place is not there. */
function planted(path: string, place: string | RegExp, instead: string): string {
  const text = read(path);
  const changed = text.replace(place, instead);
  if (changed === text) throw new Error(`${path} has no ${place}`);
  return changed;
}

it.each(OWN_CHECKS)('$file is as it should be', ({ problems }) => {
  expect(problems()).toEqual([]);
});

describe('the rules for the Dockerfile', () => {
  const isIgnored = readDockerIgnore(read('.dockerignore'));
  const problemsOf = (text: string) =>
    dockerfileProblems(text, { exists, isIgnored }).map((problem) => problem.replace(/^line \d+: /, ''));

  it.each([
    ['USER 1000:1000', 'USER root', 'the image runs as root, or as a user that hosts cannot check'],
    ['USER 1000:1000', '', 'the image runs as root, or as a user that hosts cannot check'],
    [/^HEALTHCHECK.*$/m, '', 'there is no HEALTHCHECK without a shell'],
    [/^ENTRYPOINT.*$/m, 'ENTRYPOINT node main.js', 'ENTRYPOINT needs the form without a shell'],
    ['STOPSIGNAL SIGTERM', '', 'there is no STOPSIGNAL'],
    ['VOLUME /data', '', 'the data have no VOLUME'],
    ['COPY LICENSE ./', 'RUN npm ci', 'the last stage runs something, which no foreign processor can'],
    ['COPY LICENSE ./', 'COPY LICENCE ./', 'there is no LICENCE'],
    ['COPY LICENSE ./', 'COPY README.md ./', '.dockerignore leaves README.md out'],
    ['COPY LICENSE ./', 'ADD https://example.org/x ./', 'COPY says what ADD does here'],
    ['--from=build --chown', '--from=builder --chown', 'there is no stage builder'],
    ['26-bookworm-slim', 'latest', 'node:latest is no version'],
    ['WORKDIR /app', 'WORKDIR app', 'WORKDIR paths should be absolute'],
    ['EXPOSE 8080', 'EXPOSE eight', 'Invalid containerPort: eight'],
  ])('find %s turned into %s', (place, instead, problem) => {
    expect(problemsOf(planted('Dockerfile', place, instead))).toContain(problem);
  });
});

describe('the Dockerfile', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');

  it('copies the manifest of every workspace before it installs', () => {
    const manifests = tracked.filter((file) => /.\/package\.json$/.test(file));
    const [first, ...others] = readDockerfile(read('Dockerfile'));
    const copied = (first?.steps ?? []).flatMap(({ keyword, words }) =>
      keyword === 'COPY' ? words.slice(0, -1) : [],
    );
    expect(manifests.length).toBeGreaterThan(5);
    expect(copied).toEqual(expect.arrayContaining(manifests));
    const installing = others.filter(({ steps }) => steps.some(({ text }) => text.startsWith('npm ci')));
    expect(installing.map(({ name, image }) => `${name} from ${image}`)).toEqual([
      'radio from manifests',
      'build from manifests',
    ]);
  });

  it('copies whatever the builds are made of', () => {
    const copied = readDockerfile(read('Dockerfile'))
      .filter(({ name }) => name === 'manifests' || name === 'build')
      .flatMap(({ steps }) => steps)
      .filter(({ keyword }) => keyword === 'COPY')
      .flatMap(({ words }) => words.slice(0, -1).map((source) => source.replace(/\/$/, '')));
    const inputs = BUILDS.flatMap((made) => made.inputs);
    expect(inputs.length).toBeGreaterThan(5);
    const isCopied = (input: string) => copied.some((path) => input === path || input.startsWith(`${path}/`));
    expect(inputs.filter((input) => !isCopied(input))).toEqual([]);
  });

  it('holds what reaches a chip where the gateway looks for it', async () => {
    const image = readDockerfile(read('Dockerfile')).at(-1);
    const folder = await temporaryFolder();
    // As npm has left it: of all packages those of the chip, and not what runs nowhere.
    const radio = beginStage(join(folder, 'radio'), undefined);
    for (const name of ['koffi', '@koromix'])
      cpSync(join(ROOT, 'node_modules', name), join(radio.root, 'src/node_modules', name), {
        recursive: true,
        filter: (path) => !/koffi\/(doc|vendor)$/.test(path),
      });
    let stage = beginStage(join(folder, 'image'), undefined);
    const input = { context: ROOT, isIgnored: () => false, stages: new Map([['radio', radio]]) };
    for (const step of image?.steps ?? [])
      if (step.keyword === 'WORKDIR' || step.flags.from === 'radio')
        stage = await carryOut(stage, step, input);
    rmSync(radio.root, { recursive: true });
    const gateway = placeIn(stage, 'apps/gateway/dist/radio-worker.js');
    const script = `process.stdout.write(typeof require('node:module').createRequire(${JSON.stringify(gateway)})('koffi').load)`;
    expect(execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' })).toBe('function');
  });

  it('takes no tests, no documents but those that are shown, and nothing that was built here', () => {
    const isIgnored = readDockerIgnore(read('.dockerignore'));
    const taken = tracked.filter((file) => file !== '' && !isIgnored(file));
    expect(taken).toEqual(expect.arrayContaining(['package-lock.json', 'apps/gateway/src/main.ts']));
    const shown = guidePages().map(({ document }) => document);
    expect(taken).toEqual(expect.arrayContaining(shown));
    expect(
      taken.filter(
        (file) =>
          !shown.includes(file) &&
          /\.test\.tsx?$|^(docs\/(?!api\/)|e2e\/pages\/|safety\/|testbed\/src\/)|\.md$/.test(file),
      ),
    ).toEqual([]);
    const built = [
      'node_modules/x/index.js',
      'apps/web/dist/index.html',
      'data/x.json',
      '.git/config',
      '.env',
    ];
    expect(built.filter((file) => !isIgnored(file))).toEqual([]);
  });
});

describe('a .dockerignore', () => {
  const isIgnored = readDockerIgnore(
    '# a comment\n*\n!apps\n**/dist\napps/*/test\n!apps/web/test/kept.ts\na?c.txt\n',
  );

  it.each([
    ['README.md', true],
    ['apps', false],
    ['apps/web/src/main.ts', false],
    ['apps/web/dist', true],
    ['apps/web/dist/index.html', true],
    ['apps/web/district', false],
    ['apps/web/test/other.ts', true],
    ['apps/web/test/kept.ts', false],
    ['apps/web/src/test/deep.ts', false],
    ['dist', true],
  ])('decides on %s: %s', (path, expected) => {
    expect(isIgnored(path)).toBe(expected);
  });
});

describe('the rules for the compose file', () => {
  it.each([
    ['read_only: true', 'read_only: false', 'grafana: its files can be changed'],
    ['cap_drop: [ALL]', 'cap_drop: [CHOWN]', 'mosquitto: it keeps rights of root'],
    ['no-new-privileges:true', 'no-new-privileges:false', 'gateway: it can get new rights'],
    ['restart: unless-stopped', 'restart: "no"', 'prometheus: it does not come back by itself'],
    ['driver: json-file', 'driver: syslog', 'gateway: its log may fill the disk'],
    ['max-size: 5m, ', '', 'grafana: its log may fill the disk'],
    ['max-file: "3"', 'max-file: "1000"', 'mosquitto: its log may fill the disk'],
    ['hostname: gateway', 'hostnaem: gateway', 'gateway: hostnaem is no part of a service'],
    ['hostname: gateway', 'privileged: true', 'gateway: privileged is no part of a service'],
    [
      /HELIOGRAPH_FIRST_PASSWORD: .*/,
      'HELIOGRAPH_FIRST_PASSWORD: secret',
      'gateway: HELIOGRAPH_FIRST_PASSWORD stands in the file',
    ],
    [
      /HELIOGRAPH_FIRST_PASSWORD: .*/,
      `HELIOGRAPH_FIRST_PASSWORD: '"secret"'`,
      'gateway: HELIOGRAPH_FIRST_PASSWORD stands in the file',
    ],
    ['mosquitto.conf:/', 'mosquito.conf:/', 'mosquitto: there is no ./deploy/mosquitto/mosquito.conf'],
    ['mosquitto.conf:ro', 'mosquitto.conf', 'mosquitto: ./deploy/mosquitto/mosquitto.conf can be written to'],
    ['./deploy/mosquitto/', '/etc/', 'mosquitto: /etc/mosquitto.conf lies outside of the repository'],
    ['- grafana-data:', '- grafana-date:', 'grafana: there is no volume grafana-date'],
    ['- grafana-data:', '- prometheus-data:', 'nobody uses the volume grafana-data'],
    ['networks: [inside]', 'networks: [insight]', 'mosquitto: there is no network insight'],
    ['depends_on: [prometheus]', 'depends_on: [prom]', 'grafana: there is no service prom'],
    ['prom/prometheus:v3.5.0', 'prom/prometheus', 'prometheus: prom/prometheus has no tag'],
    [/^volumes:$/m, 'volume:', 'volume is no part of a compose file'],
  ])('find %s turned into %s', (place, instead, problem) => {
    expect(composeProblems(planted('compose.yaml', place, instead), exists)).toContain(problem);
  });

  it('find a service that nobody asks for its health', () => {
    const text = planted('compose.yaml', /^ {4}healthcheck:\n( {6}.*\n)+/m, '');
    expect(composeProblems(text, exists)).toEqual(['mosquitto: nobody asks for its health']);
  });

  it('let only a broker without a port go without passwords', () => {
    expect(read('deploy/mosquitto/mosquitto.conf')).toContain('allow_anonymous true');
    const [, broker = ''] = /^ {2}mosquitto:\n((?: {4}.*\n|\n)+)/m.exec(read('compose.yaml')) ?? [];
    expect(broker).toContain('networks: [inside]');
    expect(broker).not.toContain('ports:');
  });
});

describe('the rules for the compose file of the radio', () => {
  const radio = 'deploy/docker/radio.compose.yaml';

  it.each([
    [':-/dev/gpiochip0', ':-/dev', 'gateway: /dev is more than one device'],
    ['group_add:', 'privileged: true\n    group_add:', 'gateway: privileged is no part of what a chip needs'],
    ['group_add:', 'read_only: false\n    group_add:', 'gateway: read_only is no part of what a chip needs'],
    ['  gateway:', '  gatewya:', 'there is no service gatewya'],
    ['HELIOGRAPH_RADIO: nrf24', 'HELIOGRAPH_RADIO: ""', 'gateway: it is not told to use the chip'],
    [
      /rtprio: \d+/,
      'rtprio: 10',
      'gateway: the thread of the chip does not get the priority that it asks for',
    ],
  ])('find %s turned into %s', (place, instead, problem) => {
    expect(overrideProblems(planted(radio, place, instead), read('compose.yaml'))).toContain(problem);
  });
});

it.each([
  ['node:26-bookworm-slim', undefined],
  ['images.example.org:5000/a/b:1.2', undefined],
  ['images.example.org:5000/a/b', 'images.example.org:5000/a/b has no tag'],
  ['a/b:latest', 'a/b:latest is no version'],
  ['a/b:lts-slim', 'a/b:lts-slim is no version'],
])('an image called %s: %s', (image, expected) => {
  expect(looseImage(image)).toBe(expected);
});

describe('the rules for the systemd unit', () => {
  it.each([
    ['NoNewPrivileges=yes', '', 'NoNewPrivileges=yes is missing'],
    [/^WatchdogSec=.*$/m, '', 'nobody watches over it: WatchdogSec is missing'],
    ['StartLimitIntervalSec=0', 'StartLimitIntervalSec=300', 'StartLimitIntervalSec=0 is missing'],
    [/^RestartSec=.*$/m, '', 'it is started again without a pause: RestartSec is missing'],
    [/^LogRateLimitBurst=.*$/m, '', 'it may fill the journal'],
    [/^LogRateLimitIntervalSec=.*$/m, 'LogRateLimitIntervalSec=0', 'it may fill the journal'],
    ['Environment=NODE_ENV=production', 'Environment=HELIOGRAPH_FIRST_PASSWORD=x', /stands in the unit/],
  ])('find %s turned into %s', (place, instead, problem) => {
    const problems = unitProblems(planted('deploy/systemd/heliograph.service', place, instead));
    expect(problems).toContainEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });
});

describe("the rules for Traefik's files", () => {
  const settings = read('deploy/reverse-proxy/traefik.yaml');
  const routes = read('deploy/reverse-proxy/traefik-routes.yaml');

  it.each([
    [settings, routes.replace('service: heliograph', 'service: helio'), 'there is no service helio'],
    [settings, routes.replace('[https]', '[tls]'), 'there is no entry point tls'],
    [
      settings,
      routes.replace('serversTransport: heliograph', 'serversTransport: x'),
      'there is no transport x',
    ],
    [settings.replace('letsencrypt:', 'encrypt:'), routes, 'there is no resolver letsencrypt'],
  ])('find a name that leads nowhere', (oneSettings, oneRoutes, problem) => {
    expect(traefikProblems(oneSettings, oneRoutes)).toContain(problem);
  });
});

it.each([
  ...['Dockerfile', 'compose.yaml', 'deploy/docker/radio.compose.yaml', 'deploy/docker/ask-health.mjs'],
  ...['deploy/systemd/heliograph.service', 'deploy/systemd/radio.conf'],
])('%s names only variables that the gateway reads', (path) => {
  const known = FLAG_NAMES.flatMap((flag) =>
    isSecretFlag(flag) ? [variableOf(flag), fileVariableOf(flag)] : [variableOf(flag)],
  );
  const named = new Set(read(path).match(/HELIOGRAPH_\w+/g));
  expect(named.size).toBeGreaterThan(0);
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
});

it('the compose file builds with the Node that the Dockerfile names', () => {
  const [, tag] = /^ARG NODE_TAG=(\S+)$/m.exec(read('Dockerfile')) ?? [];
  expect(read('compose.yaml')).toContain(`NODE_TAG: \${NODE_TAG:-${tag}}\n`);
});

it('memory goes back to the system in every way to run it', () => {
  const [[name, value] = []] = Object.entries(DELIVERED_ENVIRONMENT);
  const set = `${name}=${value}`;
  expect(JSON.parse(read('package.json')).scripts.start).toContain(` ${set} `);
  expect(read('Dockerfile')).toContain(`\nENV ${set}\n`);
  expect(read('deploy/systemd/heliograph.service')).toContain(`\nEnvironment=${set}\n`);
  expect(read('docs/running.md')).toContain(`\n${set} node apps/gateway/dist/main.js`);
});

it('the image has the version of the product', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('compose.yaml')).toContain(`image: heliograph:${version}\n`);
});
