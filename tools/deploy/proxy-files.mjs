import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';

/**
 * What is different where the examples are tried.
 * @typedef {object} ProxyTrial
 * @property {string} folder for whatever the proxy writes
 * @property {string} certFile
 * @property {string} keyFile
 * @property {string} upstream host and port of the gateway
 */

/** @param {string} name */
const read = (name) => readFileSync(join(ROOT, 'deploy', 'reverse-proxy', name), 'utf8');

/**
 * A whole configuration of nginx around our sites. `listenTls` and `listenPlain` are what `listen` takes.
 * @param {ProxyTrial & { readonly listenTls: string, readonly listenPlain: string }} trial
 */
export function nginxConfig({ folder, certFile, keyFile, upstream, listenTls, listenPlain }) {
  const sites = read('nginx.conf')
    .replace(/^ *listen \[::\].*$/gm, '')
    .replaceAll('listen 443 ', `listen ${listenTls} `)
    .replaceAll('listen 80;', `listen ${listenPlain};`)
    .replace(/ssl_certificate \S+;/g, `ssl_certificate ${certFile};`)
    .replace(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${keyFile};`)
    .replaceAll('127.0.0.1:8080', upstream);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return [
    'daemon off; master_process off; error_log stderr;',
    `pid ${join(folder, 'pid')};`,
    'events {}',
    'http {',
    'access_log off;',
    ...places,
    sites,
    '}',
    '',
  ].join('\n');
}

/**
 * The Caddyfile with a certificate that is there, on this port of the loopback address.
 * @param {ProxyTrial & { readonly port: number }} trial
 */
export function caddyConfig({ folder, certFile, keyFile, upstream, port }) {
  const options = [
    '{',
    'admin off',
    'auto_https disable_redirects',
    `https_port ${port}`,
    `storage file_system ${folder}`,
    '}',
    '',
  ].join('\n');
  const sites = read('Caddyfile')
    .replaceAll('127.0.0.1:8080', upstream)
    .replace(/^(\S+\.example\.org) \{$/gm, `$1 {\nbind 127.0.0.1\ntls ${certFile} ${keyFile}`);
  return options + sites;
}
