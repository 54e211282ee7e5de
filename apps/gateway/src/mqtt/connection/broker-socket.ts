import { X509Certificate } from 'node:crypto';
import * as net from 'node:net';
import * as tls from 'node:tls';
import type { BrokerTarget } from './broker-target.ts';
import { UnreadableRootError } from './connect-failure.ts';

/** A name with several addresses: how long each of them may take. The default, 250 ms, is short for a radio link. */
const ADDRESS_TIMEOUT_MS = 2000;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Begins to connect; with TLS nothing may be sent before `secureConnect`. Throws `UnreadableRootError`, and what
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

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).raw.length > 0;
  } catch {
    return false; // whatever was pasted there
  }
}
