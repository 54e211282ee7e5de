import { watchGateway } from './watch-gateway.ts';

/** Stands in the page that `offline-page.ts` makes: a build of its own makes one text of it. */
watchGateway(window);
