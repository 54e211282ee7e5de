import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Told of every server that comes into being, before it has routes. */
const CHANNEL = 'fastify.initialization';

/** What of such a server, and of a route, is looked at. */
interface Server {
  addHook(name: 'onRoute', hook: (route: Route) => void): void;
  get(url: string, handler: () => Promise<string>): void;
}
interface Route {
  readonly method: string | readonly string[];
  readonly url: string;
}

export interface RouteWatch {
  /** Every route that was added meanwhile, as in "GET /api/livedata/status", in the order of their coming. */
  routes(): readonly string[];
  end(): void;
}

/**
 * Writes down the routes of the servers that start from now on: what they can really be asked for, whatever lists say.
 * `planted`: a route that they get beside their own.
 */
export function watchRoutes(planted?: string): RouteWatch {
  const routes = new Set<string>();
  const onRoute = ({ method, url }: Route) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  };
  const onServer = (message: unknown) => {
    const { fastify } = message as { readonly fastify: Server };
    fastify.addHook('onRoute', onRoute);
    if (planted !== undefined) fastify.get(planted, async () => 'hello');
  };
  subscribe(CHANNEL, onServer);
  return { routes: () => [...routes], end: () => unsubscribe(CHANNEL, onServer) };
}
