/**
 * What Node.js does not tell of a certificate.
 *
 *     30 len | 30 len                                    | 30 len         | 03 len
 *            |  [a0 03 02 01 version - 1]  serial  ...   |  06 len OID .. |  signature
 *
 * Every element is a tag, a length and its content; a length above 127 is 80 hex plus how many bytes of it follow.
 * Source: RFC 5280, section 4.1; ITU-T X.690.
 */

export interface CertificateFacts {
  readonly version: number;
  /** How the authority signed it; `unknown` for what hardly anybody uses. */
  readonly signature: string;
}

/** Object identifiers as the hex digits of their bytes. Source: RFC 8017, RFC 5758, RFC 8410. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '2a864886f70d010105': 'RSA with SHA-1',
  '2a864886f70d01010a': 'RSASSA-PSS',
  '2a864886f70d01010b': 'RSA with SHA-256',
  '2a864886f70d01010c': 'RSA with SHA-384',
  '2a864886f70d01010d': 'RSA with SHA-512',
  '2a8648ce3d040302': 'ECDSA with SHA-256',
  '2a8648ce3d040303': 'ECDSA with SHA-384',
  '2a8648ce3d040304': 'ECDSA with SHA-512',
  '2b6570': 'Ed25519',
  '2b6571': 'Ed448',
};

/** Absent in certificates of version 1. */
const VERSION_TAG = 0xa0;
const VERSION_OFFSET = 4; // behind two tags and two lengths of one byte

/** Reads the bytes of a certificate that is known to be one. */
export function readCertificateFacts(der: Uint8Array): CertificateFacts {
  const certificate = elementAt(der, 0);
  const body = elementAt(der, certificate.start);
  const algorithm = elementAt(der, elementAt(der, body.end).start);
  const identifier = Buffer.from(der.subarray(algorithm.start, algorithm.end)).toString('hex');
  const hasVersion = der[body.start] === VERSION_TAG;
  return {
    version: hasVersion ? (der[body.start + VERSION_OFFSET] ?? 0) + 1 : 1,
    signature: SIGNATURES[identifier] ?? 'unknown',
  };
}

/** Where the content of the element at `offset` starts and ends. */
function elementAt(der: Uint8Array, offset: number): { readonly start: number; readonly end: number } {
  const first = der[offset + 1] ?? 0;
  const lengthBytes = first > 127 ? first - 128 : 0;
  const start = offset + 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : Buffer.from(der).readUIntBE(offset + 2, lengthBytes);
  return { start, end: start + length };
}
