/**
 * Ends with 0 when the gateway of this container answers /healthz, else with 1 and the reason: what HEALTHCHECK runs.
 * It finds the gateway by its variables; flags it cannot see.
 */
import { get } from 'node:http';
import { get as getSecure } from 'node:https';

const TIMEOUT_MS = 8_000;
const EVERYWHERE = ['', '0.0.0.0', '::'];

const { HELIOGRAPH_PORT: port, HELIOGRAPH_HOST: host = '', HELIOGRAPH_TLS_CERT: certificate } = process.env;
const options = {
  host: EVERYWHERE.includes(host) ? '127.0.0.1' : host,
  port: Number(port || '8080'),
  path: '/healthz',
  timeout: TIMEOUT_MS,
};

/** @param {string} reason */
function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** @param {import('node:http').IncomingMessage} answer */
function judge({ statusCode }) {
  if (statusCode !== 200) fail(`/healthz answers ${statusCode}`);
  process.exit(0);
}

// The certificate is for the name that browsers use, and not for this address.
const request = certificate
  ? getSecure({ ...options, rejectUnauthorized: false }, judge)
  : get(options, judge);
request.on('timeout', () => fail(`no answer within ${TIMEOUT_MS / 1000} s`));
request.on('error', (error) => fail(error.message));
