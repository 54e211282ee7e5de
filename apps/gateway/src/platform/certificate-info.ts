import { createHash, X509Certificate } from 'node:crypto';
import { readCertificateFacts } from './certificate-der.ts';

/**
 * A certificate for people: one `label : value` a line. Empty when the text is no certificate. Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export function certificateInfo(pem: string): string {
  const certificate = readCertificate(pem);
  if (certificate === undefined) return '';
  const { version, signature } = readCertificateFacts(certificate.raw);
  const { subjectAltName } = certificate;
  const lines: readonly (readonly [label: string, value: string])[] = [
    ['version', String(version)],
    ['serial number', inPairs(certificate.serialNumber)],
    ['issuer name', oneLine(certificate.issuer)],
    ['subject name', oneLine(certificate.subject)],
    ['issued  on', timeText(certificate.validFrom)],
    ['expires on', timeText(certificate.validTo)],
    ['signed using', signature],
    keyLine(certificate),
    ...(subjectAltName === undefined ? [] : [['other names', subjectAltName] as const]),
    ['authority', certificate.ca ? 'yes' : 'no'],
    ['SHA-256', certificate.fingerprint256],
  ];
  return lines.map(([label, value]) => `${label.padEnd(16)}: ${value}`).join('\n');
}

const CURVE_BITS: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 };

function keyLine(certificate: X509Certificate): readonly [label: string, value: string] {
  try {
    const { asymmetricKeyType = '', asymmetricKeyDetails = {} } = certificate.publicKey;
    const type = asymmetricKeyType.toUpperCase();
    const { modulusLength, namedCurve = '' } = asymmetricKeyDetails;
    const bits = modulusLength ?? CURVE_BITS[namedCurve];
    return bits === undefined
      ? ['key', `${type} ${namedCurve}`.trim()]
      : [`${type} key size`, `${bits} bits`];
  } catch {
    return ['key', 'unknown']; // of a kind that this Node.js does not know
  }
}

/**
 * The SHA-256 of a certificate as upper-case hex with colons. Reads nothing else of it: among a hundred authorities that
 * is a thousand times faster.
 */
export function fingerprintOf(pem: string): string {
  const bytes = Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64');
  const digits = createHash('sha256').update(bytes).digest('hex').toUpperCase();
  return inPairs(digits);
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined; // whatever was typed there
  }
}

/** Hex digits with colons between their pairs. */
function inPairs(digits: string): string {
  const whole = digits.padStart(2 * Math.max(1, Math.ceil(digits.length / 2)), '0');
  return (whole.match(/../g) ?? []).join(':');
}

function oneLine(name: string): string {
  return name.split('\n').join(', ');
}

/** `2015-06-04 11:04:38` in UTC. */
function timeText(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString().slice(0, 19).replace('T', ' ');
}
