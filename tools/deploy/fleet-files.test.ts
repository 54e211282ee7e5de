import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../root.mjs';
import { composeProblems } from './compose-rules.mjs';
import { metricsIn } from './read-dashboard.mjs';

const FOLDER = join(ROOT, 'deploy/fleet');
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');
const COMPOSE_TEXT = read('compose.yaml');
const COMPOSE: {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly ports?: readonly string[];
        readonly command?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
      }
    >
  >;
} = parse(COMPOSE_TEXT, { merge: true });
const services = Object.entries(COMPOSE.services);

/** The series that gateways send, by docs/reference/line-protocol.md, and what the rules make of them. */
function knownSeries(): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, 'docs/reference/line-protocol.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(heliograph_\w+)` \|[^|]*\| (.*) \|$/gm)];
  const sent = rows.flatMap(([, measurement, fields = '']) =>
    [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => `${measurement}_${field}`),
  );
  const made = [...read('alerts.yaml').matchAll(/record: (\S+)/g)].map(([, name = '']) => name);
  return new Set([...sent, ...made, 'ALERTS']);
}

/** As read-dashboard.mjs has it, for names with a colon as well. */
const seriesIn = (expression: string) =>
  metricsIn(expression.replace(/"[^"]*"/g, '').replace(/\b\d+(\.\d+)?[smhd]?\b|\boffset\b/g, ''))
    .concat([...expression.matchAll(/heliograph:\w+/g)].map(([name]) => name))
    .filter((name) => /^(heliograph|ALERTS)/.test(name) && name !== 'heliograph');

const RULES: readonly { readonly alert?: string; readonly expr: string }[] = parse(
  read('alerts.yaml'),
).groups.flatMap(({ rules }: { readonly rules: readonly object[] }) => rules);
const BOARDS = readdirSync(join(FOLDER, 'grafana/dashboards')).map((name) => ({
  name,
  board: JSON.parse(read(`grafana/dashboards/${name}`)) as {
    readonly panels: readonly {
      readonly title: string;
      readonly datasource: { readonly uid: string };
      readonly targets: readonly { readonly expr: string }[];
    }[];
  },
}));

describe('what a fleet is run with', () => {
  it('keeps to the rules for compose files', () => {
    const exists = (path: string) => existsSync(join(FOLDER, path));
    expect(composeProblems(COMPOSE_TEXT, exists)).toEqual([]);
    // The counter-proof: each of these would be said.
    const loose = COMPOSE_TEXT.replace('postgres:17.5-alpine', 'postgres:latest');
    expect(composeProblems(loose, exists)).toEqual(['postgres: postgres:latest is no version']);
    const mighty = COMPOSE_TEXT.replace('[NET_BIND_SERVICE]', '[SYS_ADMIN]');
    expect(composeProblems(mighty, exists)).toEqual(['caddy: it gets rights of root']);
  });

  it('has two pages, three nodes of the broker, and opens only what sites and browsers need', () => {
    expect(services.map(([name]) => name)).toEqual([
      ...['fleet-1', 'fleet-2', 'broker-users', 'balancer', 'nats-1', 'nats-2', 'nats-3'],
      ...['victoria', 'vmalert', 'postgres', 'caddy', 'grafana'],
    ]);
    expect(services.flatMap(([, { ports = [] }]) => ports)).toEqual([
      ...['8883:8883', '80:80', '443:443'],
      `\${GRAFANA_PUBLISH:-127.0.0.1:3000}:3000`,
    ]);
  });

  it('has no password in its files, and asks for each in the example, which names all that can be set', () => {
    const asked = [...new Set([...COMPOSE_TEXT.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name))];
    const example = read('env.example');
    expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
    const optional = [...new Set([...COMPOSE_TEXT.matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name))];
    expect(optional.filter((name) => !new RegExp(`^#${name}=`, 'm').test(example))).toEqual([]);
    expect([...example.matchAll(/^\w*PASSWORD=(.*)$/gm)].map(([, value]) => value)).toEqual(['', '', '']);
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /(^|\/)\.env$|\.(pem|key|crt)$/.test(name))).toEqual([]);
  });

  it('gives the broker all that its file asks for', () => {
    const text = read('nats.conf').replace(/^\s*#.*$/gm, '');
    const asked = [...text.matchAll(/\$(\w+)/g)].map(([, name]) => name);
    for (const node of ['nats-1', 'nats-2', 'nats-3']) {
      const { environment = {} } = COMPOSE.services[node] ?? {};
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(asked));
      expect(environment.NATS_NAME).toBe(node);
      // A server reads a variable as a value of its file: without quotes 12e5... is a number and something that it refuses.
      expect(environment.NATS_ROUTES_PASSWORD).toBe(`"\${NATS_ROUTES_PASSWORD}"`);
    }
    expect(text).toContain('include "users/broker-users.conf"');
  });

  it('keeps a sample once that a gateway sends twice', () => {
    expect(COMPOSE.services.victoria?.command).toContain('-dedup.minScrapeInterval=1ms');
  });

  it('asks in its alerts and on its boards only for series that gateways send', () => {
    const known = knownSeries();
    expect(known.size).toBeGreaterThan(18);
    const expressions = [
      ...RULES.map(({ expr }) => expr),
      ...BOARDS.flatMap(({ board }) =>
        board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ),
    ];
    const named = [...new Set(expressions.flatMap(seriesIn))];
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(RULES.flatMap(({ alert }) => alert ?? [])).toEqual(
      expect.arrayContaining(['WeakString', 'DeadString', 'SilentSite', 'SiteWithoutReadings']),
    );
  });

  it('has boards for the fleet and for one site, at the data source that is set up beside them', () => {
    expect(BOARDS.map(({ name }) => name)).toEqual(['fleet.json', 'site.json']);
    const { datasources } = parse(read('grafana/provisioning/datasources/victoria.yaml'));
    const uids = BOARDS.flatMap(({ board }) => board.panels.map(({ datasource }) => datasource.uid));
    expect(new Set(uids)).toEqual(new Set([datasources[0].uid]));
  });

  it('brings sites to any node of the broker that lives, by one port', () => {
    const text = read('haproxy.cfg');
    const nodes = services.flatMap(([name]) => (name.startsWith('nats-') ? name : []));
    expect(
      [...text.matchAll(/^ {2}server (\S+) (\S+):8883$/gm)].map(([, name, host]) => [name, host]),
    ).toEqual(nodes.map((name) => [name, name]));
    expect(text).toMatch(/default-server check check-ssl verify none .* on-marked-down shutdown-sessions/);
    expect(text).toMatch(/^ {2}bind :8883$/m);
    expect(COMPOSE_TEXT).toContain('./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro');
  });

  it('goes on with the other page where one has gone', () => {
    expect(read('Caddyfile')).toMatch(/reverse_proxy fleet-1:8090 fleet-2:8090 \{/);
  });
});
