/** `npm start`: installs what is missing, builds what is stale, starts the gateway with the flags given. */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./start-gateway.mjs').then((module) => module.startGateway(process.argv.slice(2)));
