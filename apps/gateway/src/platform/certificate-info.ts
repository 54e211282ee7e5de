import { createHash, X509Certificate } from 'node:crypto';

/**
 * A certificate for people: one `label : value` a line. Empty when the text is no certificate. Source: device contract,
 * section 1.14.
 */
export function certificateInfo(pem: string): string {
  const certificate = readCertificate(pem);
  if (certificate === undefined) return '';
  const { publicKey } = certificate;
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const keySize = modulusLength === undefined ? (namedCurve ?? '') : `${modulusLength} bits`;
  const lines: readonly (readonly [string, string])[] = [
    ['serial number', (certificate.serialNumber.match(/../g) ?? []).join(':')],
    ['subject name', oneLine(certificate.subject)],
    ['issuer name', oneLine(certificate.issuer)],
    ['issued on', timeText(certificate.validFrom)],
    ['expires on', timeText(certificate.validTo)],
    ['public key', `${publicKey.asymmetricKeyType?.toUpperCase() ?? ''} ${keySize}`.trim()],
    ['for authorities', certificate.ca ? 'yes' : 'no'],
    ['SHA-256', certificate.fingerprint256],
  ];
  return lines.map(([label, value]) => `${label.padEnd(16)}: ${value}`).join('\n');
}

/**
 * The SHA-256 of a certificate as upper-case hex with colons. Reads nothing else of it: among a hundred authorities that
 * is a thousand times faster.
 */
export function fingerprintOf(pem: string): string {
  const bytes = Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64');
  const digits = createHash('sha256').update(bytes).digest('hex').toUpperCase();
  return (digits.match(/../g) ?? []).join(':');
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined; // whatever was typed there
  }
}

function oneLine(name: string): string {
  return name.split('\n').join(', ');
}

/** `2015-06-04 11:04:38` in UTC. */
function timeText(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString().slice(0, 19).replace('T', ' ');
}
