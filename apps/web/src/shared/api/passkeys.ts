import {
  PASSKEY_ALGORITHMS,
  type PasskeyAddition,
  type PasskeyLogin,
  type ReceivedAnswer,
} from '@heliograph/contract';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Why the browser did not do it: its user did not want to, or the device has one already, or something that it says itself. */
export type PasskeyFailure =
  | { readonly kind: 'cancelled' | 'known' }
  | { readonly kind: 'other'; readonly text: string };

/** The gateway gives five minutes. */
const TIMEOUT_MS = 240_000;

/** Why a page that was opened by this name can have no passkeys; undefined: it can. */
export function passkeyObstacle(host: string): 'insecure' | 'unable' | 'byAddress' | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (!browserSupportsWebAuthn()) return 'unable';
  return host === '' ? 'byAddress' : undefined;
}

/** Has a device make a passkey. */
export async function makePasskey(
  { challenge = '', host = '', user_handle: handle = '', exclude = [] }: ReceivedAnswer<'beginPasskey'>,
  userName: string,
): Promise<{ readonly body: PasskeyAddition } | { readonly obstacle: PasskeyFailure }> {
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: host, name: 'Heliograph' },
        user: { id: handle, name: userName, displayName: userName },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: exclude.map((one) => ({ id: one, type: 'public-key' })),
        authenticatorSelection: {
          ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        },
        ...{ attestation: 'none', timeout: TIMEOUT_MS },
      },
    });
    const { clientDataJSON: client_data, attestationObject: attestation } = response;
    return { body: { id, client_data, attestation } };
  } catch (error) {
    return { obstacle: failureOf(error) };
  }
}

/** Has a device sign with a passkey. */
export async function signWithPasskey({
  challenge = '',
  host = '',
}: ReceivedAnswer<'askForPasskey'>): Promise<
  { readonly body: PasskeyLogin } | { readonly obstacle: PasskeyFailure }
> {
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: { challenge, rpId: host, userVerification: 'required', timeout: TIMEOUT_MS },
    });
    const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature } = response;
    return {
      body: { id, client_data, authenticator_data, signature, user_handle: response.userHandle ?? '' },
    };
  } catch (error) {
    return { obstacle: failureOf(error) };
  }
}

function failureOf(error: unknown): PasskeyFailure {
  const { name = '', message = '' } = Object(error);
  if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'cancelled' };
  return name === 'InvalidStateError' ? { kind: 'known' } : { kind: 'other', text: String(message) };
}
