const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
const BLOCK = new RegExp(`${BEGIN}(.*?)${END}`, 'gs');
const EDGE = new RegExp(`${BEGIN}|${END}`, 'g');
const LINE = /.{1,64}/g;

/** DER: a sequence, and how many bytes follow: in one or in two bytes. Source: ITU-T X.690, sections 8.1.3 and 8.9. */
const SEQUENCE = 0x30;
const ONE_BYTE = 0x81;
const TWO_BYTES = 0x82;

/**
 * Certificates as PEM has them, however they were pasted, and nothing else of the text: 64 characters a line, each ended
 * by LF. Empty for blanks; undefined when there is none, or one is not complete. Source: RFC 7468, section 2.
 */
export function tidyCertificates(text: string): string | undefined {
  if (text.trim() === '') return '';
  const bodies = [...text.matchAll(BLOCK)].map(([, body = '']) => body.replace(/\\[nr]|\s/g, ''));
  const edges = text.match(EDGE) ?? [];
  if (bodies.length === 0 || edges.length !== 2 * bodies.length || !bodies.every(isWhole)) return undefined;
  return bodies
    .flatMap((body) => [BEGIN, ...(body.match(LINE) ?? []), END])
    .map((line) => `${line}\n`)
    .join('');
}

/** Base64 with its padding, of as many bytes as they say themselves. */
function isWhole(base64: string): boolean {
  const bytes = bytesOf(base64);
  const [tag, form, first = 0, second = 0] = bytes;
  const length = form === ONE_BYTE ? 3 + first : 4 + 256 * first + second;
  const isSequence = tag === SEQUENCE && (form === ONE_BYTE || form === TWO_BYTES);
  return base64.length % 4 === 0 && isSequence && bytes.length === length;
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array(); // no base64
  }
}
