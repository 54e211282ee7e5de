import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as net from 'node:net';
import * as tls from 'node:tls';
import type { BrokerTarget } from './broker-target.ts';
import { UnreadableLoginError, UnreadableRootError } from './connect-failure.ts';

/** A name with several addresses: how long each of them may take. The default, 250 ms, is short for a radio link. */
const ADDRESS_TIMEOUT_MS = 2000;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Begins to connect; with TLS nothing may be sent before `secureConnect`. Throws `UnreadableRootError`,
 * `UnreadableLoginError`, and what
 * Node.js throws for an impossible port.
 */
export function openBrokerSocket(target: BrokerTarget): net.Socket {
  const { hostname: host, port } = target;
  const options = { host, port, autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS };
  if (!target.tls) return net.connect(options);
  return tls.connect({
    ...options,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...trustIn(target.rootCertificate),
    ...(target.login && loginBy(target.login)),
    rejectUnauthorized: !__WITHOUT__.brokerCertificate,
  });
}

/** What the owner has named is trusted also when it is no root but was signed by one, as the original does. */
function trustIn(pem: string): tls.ConnectionOptions {
  if (pem.trim() === '') return {};
  const certificates = pem.match(CERTIFICATE) ?? [];
  if (certificates.length === 0 || !certificates.every(isReadable)) throw new UnreadableRootError();
  return { ca: certificates, allowPartialTrustChain: true };
}

/** The key may come as one line: fields for secrets of a page have no others. */
function loginBy({ certificate, key }: NonNullable<BrokerTarget['login']>): tls.ConnectionOptions {
  const certificates = certificate.match(CERTIFICATE) ?? [];
  const [own = ''] = certificates;
  try {
    const privateKey = createPrivateKey(inLines(key));
    if (!new X509Certificate(own).checkPrivateKey(privateKey)) throw new UnreadableLoginError();
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    return { cert: certificates.join('\n'), key: pem };
  } catch {
    throw new UnreadableLoginError(); // whatever was pasted there
  }
}

const PEM = /^-----BEGIN ([A-Z ]+)-----(.*?)-----END \1-----$/s;

function inLines(pem: string): string {
  const [, kind = '', body = ''] = PEM.exec(pem.trim()) ?? [];
  const lines = body.replace(/\s/g, '').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n');
}

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).raw.length > 0;
  } catch {
    return false; // whatever was pasted there
  }
}
