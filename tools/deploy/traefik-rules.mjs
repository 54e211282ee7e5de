import { parse } from 'yaml';

/**
 * @typedef {object} Routes
 * @property {Readonly<Record<string, { service: string, entryPoints: readonly string[], tls?: { certResolver: string } }>>} routers
 * @property {Readonly<Record<string, { loadBalancer: { serversTransport?: string } }>>} services
 * @property {Readonly<Record<string, unknown>>} [serversTransports]
 */

/**
 * Names in Traefik's two files that lead nowhere, one sentence each.
 * @param {string} settings what it reads at its start
 * @param {string} routes
 * @returns {readonly string[]}
 */
export function traefikProblems(settings, routes) {
  const { entryPoints, certificatesResolvers } = parse(settings);
  /** @type {Routes} */
  const { routers, services, serversTransports = {} } = parse(routes).http;
  const named = [
    ...Object.values(routers).flatMap(({ service, entryPoints: points, tls }) => [
      { what: 'service', name: service, known: services },
      ...points.map((name) => ({ what: 'entry point', name, known: entryPoints })),
      ...(tls ? [{ what: 'resolver', name: tls.certResolver, known: certificatesResolvers }] : []),
    ]),
    ...Object.values(services).flatMap(({ loadBalancer: { serversTransport: name } }) =>
      name === undefined ? [] : [{ what: 'transport', name, known: serversTransports }],
    ),
  ];
  return named
    .filter(({ name, known }) => !(name in known))
    .map(({ what, name }) => `there is no ${what} ${name}`);
}
