import { PASSKEY_ALGORITHMS, type PasskeyAddition, type PasskeyLogin } from '@heliograph/contract';
import type { Passkey } from './passkeys.ts';

/** By which name a page was opened, and which pages are ours there. */
export interface PasskeyOrigin {
  readonly host: string;
  readonly origins: readonly string[];
}

/** Of a new passkey, as it is kept. */
export interface MadePasskey {
  readonly credential: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** What the browser says of a question that it has answered, as far as it can be read. */
export interface ReadClientData {
  readonly challenge: string;
  readonly origin: string;
  /** It was asked within a page of somebody else. */
  readonly crossOrigin: boolean;
}

const PUBLIC_KEY = 'public-key' as const;

export function readClientData(text: string): ReadClientData | undefined {
  try {
    const {
      challenge,
      origin,
      crossOrigin = false,
    } = Object(JSON.parse(Buffer.from(text, 'base64url').toString()));
    const isRead = typeof challenge === 'string' && typeof origin === 'string';
    return isRead ? { challenge, origin, crossOrigin: crossOrigin !== false } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The library knows all that companies want to know of the devices of their people, which takes 6 MB of memory: it is loaded with the
 * first passkey and not with the gateway. It throws where something is not as it must be; all that matters here is whether it is.
 */
const loadLibrary = () => import('@simplewebauthn/server');

/** Checks what an authenticator says of a passkey that it has made; undefined: it is not taken. */
export async function checkNewPasskey(
  { id, client_data: clientDataJSON, attestation: attestationObject }: PasskeyAddition,
  { host, origins }: PasskeyOrigin,
  challenge: string,
): Promise<MadePasskey | undefined> {
  try {
    const { verifyRegistrationResponse } = await loadLibrary();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: PUBLIC_KEY, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: originsOf(origins, clientDataJSON),
      expectedRPID: host,
      requireUserVerification: !__WITHOUT__.passkeyVerification,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    const credential = registrationInfo?.credential;
    if (!verified || credential === undefined || credential.id !== id) return undefined;
    const publicKey = Buffer.from(credential.publicKey).toString('base64url');
    return { credential: id, publicKey, counter: credential.counter };
  } catch {
    return undefined; // whatever was wrong with it, it is not taken
  }
}

/** Checks what an authenticator has signed; how often it has signed by now, undefined: it is not taken. */
export async function checkPasskeyLogin(
  sent: PasskeyLogin,
  passkey: Passkey,
  { origins }: PasskeyOrigin,
  challenge: string,
): Promise<number | undefined> {
  const { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature } = sent;
  try {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: PUBLIC_KEY, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: originsOf(origins, clientDataJSON),
      expectedRPID: passkey.host,
      requireUserVerification: !__WITHOUT__.passkeyVerification,
      // Whether it counts on is looked at by whoever keeps the count.
      credential: { id, publicKey: fromBase64url(passkey.public_key), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined; // as above
  }
}

/** Without the guard every page is ours. */
const originsOf = (origins: readonly string[], clientData: string): string[] =>
  __WITHOUT__.passkeyOrigin ? [readClientData(clientData)?.origin ?? ''] : [...origins];

const fromBase64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
