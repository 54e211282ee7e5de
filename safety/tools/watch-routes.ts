import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Told of every server that comes into being, before it has routes. */
const CHANNEL = 'fastify.initialization';

export interface RouteWatch {
  /** Every route that was added meanwhile, as in "GET /api/livedata/status", in the order of their coming. */
  routes(): readonly string[];
  end(): void;
}

/**
 * Writes down the routes of the servers that start from now on: what they can really be asked for, whatever lists say.
 */
export function watchRoutes(): RouteWatch {
  const routes = new Set<string>();
  const onRoute = ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  };
  const onServer = (message: unknown) => {
    (message as { readonly fastify: FastifyInstance }).fastify.addHook('onRoute', onRoute);
  };
  subscribe(CHANNEL, onServer);
  return { routes: () => [...routes], end: () => unsubscribe(CHANNEL, onServer) };
}
