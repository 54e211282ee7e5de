import { ADMIN_USER_NAME, DEFAULT_ADMIN_PASSWORD, type SourceConfig } from '@heliograph/contract';
import type { SourcesSection } from './settings/sections.ts';

/** Simulated devices listen here and nowhere else. */
const THIS_MACHINE = '127.0.0.1';
const PORT_MAX = 65_535;
/** Where the gateway takes any free port, theirs are looked for from here on. */
const FIRST_PORT = 8081;

/** The devices of a scenario as a fresh data folder has them: at the ports behind that of the gateway. */
export function simulatedSources(ids: readonly string[], gatewayPort: number): readonly SourceConfig[] {
  const wanted = gatewayPort === 0 ? FIRST_PORT : gatewayPort + 1;
  const first = Math.min(wanted, PORT_MAX - ids.length);
  return ids.map((id, index) => ({
    ...{ id, name: '', enabled: true, https: false, host: THIS_MACHINE, port: first + index, path: '' },
    ...{ user: ADMIN_USER_NAME, password: DEFAULT_ADMIN_PASSWORD },
  }));
}

/** Where the simulated devices were looked for last, by id. What its owner has pointed elsewhere is none of them. */
export function simulatedPorts({ source }: SourcesSection): ReadonlyMap<string, number> {
  return new Map(source.filter(({ host }) => host === THIS_MACHINE).map(({ id, port }) => [id, port]));
}

/** The same with the ports at which the simulated devices listen now; the same object where nothing has moved. */
export function movedSources(section: SourcesSection, ports: ReadonlyMap<string, number>): SourcesSection {
  const hasMoved = ({ id, host, port }: SourceConfig) =>
    host === THIS_MACHINE && ports.has(id) && ports.get(id) !== port;
  if (!section.source.some(hasMoved)) return section;
  return {
    ...section,
    source: section.source.map((one) =>
      hasMoved(one) ? { ...one, port: ports.get(one.id) ?? one.port } : one,
    ),
  };
}
