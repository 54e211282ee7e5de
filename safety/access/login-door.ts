import * as authenticators from '../../apps/gateway/src/http/authenticator.ts';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { type HashCost, hashPassword } from '../../apps/gateway/src/settings/password-hash.ts';
import { login } from '../../apps/gateway/test/http-client.ts';
import { CHEAP_HASH, createTestPlatform } from '../../apps/gateway/test/start-test-gateway.ts';
import type { VirtualClock } from '../../apps/gateway/test/virtual-clock.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import type { Guard } from '../tools/copies/guard.ts';

export type Authenticators = Pick<typeof authenticators, 'createAuthenticator'>;

/** Everything that decides about logins, without the HTTP around it, on a clock that stands still. */
export interface LoginDoor {
  readonly clock: VirtualClock;
  /** What somebody at an address is told. */
  knock(password: string, address: string, userName?: string): Promise<'admin' | 'refused' | 'throttled'>;
}

export const RIGHT_PASSWORD = 'the right one';

/** A gateway that has just started: nobody has logged in yet. */
export async function openLoginDoor(
  { createAuthenticator }: Authenticators = authenticators,
  hashCost: HashCost = CHEAP_HASH,
): Promise<LoginDoor> {
  const { clock, log, randomBytes } = createTestPlatform('silent');
  const hash = await hashPassword(new Secret(RIGHT_PASSWORD), randomBytes, hashCost);
  const { check } = createAuthenticator({ clock, log, randomBytes, passwordHash: () => hash });
  return {
    clock,
    async knock(password, address, userName = 'admin') {
      return (await check(login(password, userName).authorization, address)).kind;
    },
  };
}

/** The same decisions without one of their guards. */
export function authenticatorsWithout(removed: Guard): Promise<Authenticators> {
  return loadEntry({ entry: 'apps/gateway/src/http/authenticator.ts', without: [removed] });
}
