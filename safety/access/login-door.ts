import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { createAuthenticator } from '../../apps/gateway/src/http/access/authenticator.ts';
import { type ClientLimits, createClientLimits } from '../../apps/gateway/src/http/limits/client-limits.ts';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { type HashCost, hashPassword } from '../../apps/gateway/src/settings/password-hash.ts';

/** Everything that decides about logins, without the HTTP around it, on a clock that stands still. */
export interface LoginDoor {
  readonly clock: VirtualClock;
  /** What clients may take, logins among it. */
  readonly limits: ClientLimits;
  /** What somebody at an address is told. */
  knock(
    password: string,
    address: string,
    userName?: string,
    browser?: string,
  ): Promise<'known' | 'refused' | 'throttled'>;
}

export const RIGHT_PASSWORD = 'the right one';

/** A gateway that has just started: nobody has logged in yet. */
export async function openLoginDoor(hashCost: HashCost = CHEAP_HASH): Promise<LoginDoor> {
  const { clock, host, log, randomBytes } = createTestPlatform('silent');
  const hash = await hashPassword(new Secret(RIGHT_PASSWORD), randomBytes, hashCost);
  const limits = createClientLimits({ clock, host });
  const accountOf = (name: string) =>
    name === 'admin' ? ({ name, role: 'admin', passwordHash: hash } as const) : undefined;
  const browserOf = (cookies?: string) => cookies;
  const { check } = createAuthenticator({ limits, log, randomBytes, accountOf, browserOf });
  return {
    clock,
    limits,
    async knock(password, address, userName = 'admin', browser = undefined) {
      return (await check(login(password, userName).authorization, address, browser)).kind;
    },
  };
}
