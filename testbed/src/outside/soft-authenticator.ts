import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * What a phone or a key does with passkeys, in a few lines: makes them, and signs with them. It can be told to do each step wrong.
 *
 *     authenticator data: SHA-256 of the rp id (32) | flags (1) | count of signatures (4) | credential, when it is made
 *     credential:         AAGUID (16) | length of the id (2) | id | public key (COSE, as CBOR)
 *     signed is:          authenticator data | SHA-256 of the client data, which is JSON of the browser
 *
 * Source: Web Authentication Level 3, sections 5.8.1, 6.1 and 6.5.
 */
export interface SoftAuthenticator {
  /** Makes a passkey, and answers as a browser does that sends it to the gateway. */
  make(asked: Asked, wrong?: Wrong): { id: string; client_data: string; attestation: string };
  /** Signs with a passkey of this rp id. */
  sign(asked: Asked, wrong?: Wrong): Signed;
}

export interface Signed {
  readonly id: string;
  readonly client_data: string;
  readonly authenticator_data: string;
  readonly signature: string;
  readonly user_handle: string;
}

export interface Asked {
  readonly challenge: string;
  readonly host: string;
  /** Of the page. */
  readonly origin: string;
  /** By which the passkey says whose it is. */
  readonly user_handle?: string;
}

/** What it does otherwise than it should. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  /** No finger, face or PIN. */
  readonly isUnverified?: boolean;
  /** Nobody is there at all. */
  readonly isAbsent?: boolean;
  /** Signs with another key. */
  readonly hasOtherKey?: boolean;
  /** Says that it is this credential. */
  readonly id?: string;
  readonly user_handle?: string;
  /** The count that is told, in place of the next one. */
  readonly counter?: number;
  /** The algorithm that the public key says it is for. */
  readonly algorithm?: number;
  /** Sends no signature that means anything. */
  readonly signature?: string;
}

export type KeyKind = 'p256' | 'rsa' | 'ed25519';

interface Kept {
  readonly id: Buffer;
  readonly rpId: string;
  readonly handle: string;
  readonly key: KeyObject;
  counter: number;
}

const UP = 0x01;
const UV = 0x04;
const HAS_CREDENTIAL = 0x40;

/** `counts`: whether it counts its signatures, as keys do and phones do not. */
export function createSoftAuthenticator({
  kind = 'p256',
  counts = true,
}: {
  readonly kind?: KeyKind;
  readonly counts?: boolean;
} = {}): SoftAuthenticator {
  const kept: Kept[] = [];

  function dataOf(rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | (credential.length > 0 ? HAS_CREDENTIAL : 0));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, credential]);
  }

  const flagsOf = ({ isAbsent = false, isUnverified = false }: Wrong) =>
    (isAbsent ? 0 : UP) | (isUnverified ? 0 : UV);

  return {
    make(asked, wrong = {}) {
      const { publicKey, privateKey } = keyPair(kind);
      const one: Kept = {
        ...{ id: randomBytes(16), rpId: asked.host, handle: asked.user_handle ?? '' },
        ...{ key: privateKey, counter: counts ? 1 : 0 },
      };
      kept.push(one);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(one.id.length);
      const credential = Buffer.concat([
        ...[Buffer.alloc(16), length, one.id],
        cbor(coseOf(publicKey, wrong.algorithm)),
      ]);
      const authData = dataOf(
        wrong.rpId ?? asked.host,
        flagsOf(wrong),
        wrong.counter ?? one.counter,
        credential,
      );
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      const id = wrong.id ?? one.id.toString('base64url');
      return {
        id,
        client_data: clientData('webauthn.create', asked, wrong).toString('base64url'),
        attestation: attestation.toString('base64url'),
      };
    },
    sign(asked, wrong = {}) {
      const one = kept.findLast(({ rpId }) => rpId === asked.host);
      if (one === undefined) throw new Error(`there is no passkey for ${asked.host}`);
      if (counts) one.counter += 1;
      const authData = dataOf(wrong.rpId ?? asked.host, flagsOf(wrong), wrong.counter ?? one.counter);
      const data = clientData('webauthn.get', asked, wrong);
      const key = wrong.hasOtherKey === true ? keyPair(kind).privateKey : one.key;
      const digest = kind === 'ed25519' ? null : 'sha256';
      const signature = sign(digest, Buffer.concat([authData, sha256(data)]), key);
      return {
        id: wrong.id ?? one.id.toString('base64url'),
        client_data: data.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: wrong.signature ?? signature.toString('base64url'),
        user_handle: wrong.user_handle ?? one.handle,
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** What the browser says: what was asked, and on which page. */
function clientData(type: string, { challenge, origin }: Asked, wrong: Wrong): Buffer {
  const { crossOrigin = false } = wrong;
  const said = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge };
  return Buffer.from(JSON.stringify({ ...said, origin: wrong.origin ?? origin, crossOrigin }));
}

function keyPair(kind: KeyKind): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return kind === 'ed25519'
    ? generateKeyPairSync('ed25519')
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** A public key as COSE has it. Source: RFC 9053, section 7, and RFC 8230, section 4. */
function coseOf(publicKey: KeyObject, algorithm?: number): Map<number, unknown> {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  if (kty === 'RSA') {
    return new Map<number, unknown>([
      [1, 3],
      [3, algorithm ?? -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]);
  }
  const isEdwards = kty === 'OKP';
  return new Map<number, unknown>([
    [1, isEdwards ? 1 : 2],
    [3, algorithm ?? (isEdwards ? -8 : -7)],
    [-1, isEdwards ? 6 : 1],
    [-2, bytes(x)],
    ...(isEdwards ? [] : ([[-3, bytes(y)]] as const)),
  ]);
}

/** As much of CBOR as this needs: whole numbers, bytes, texts and maps. Source: RFC 8949, section 3. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (!(value instanceof Map)) throw new Error('this is none of what is written here');
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([cborHead(5, value.size), ...members]);
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
