import { createBudget } from './budget.ts';
import { Refused } from './refused.ts';
import type { PasswordHasher } from './secrets.ts';
import type { Store } from './store.ts';

/** Checks names and passwords of people. */
export interface Logins {
  /** The name as it is written where both are right. */
  check(name: string, password: string, address: string): Promise<{ readonly name: string } | Refused>;
}

/**
 * Wrong passwords that an address may try at once, then one in half a minute; and of a name, whoever tries. Each page counts for itself,
 * so of two beside each other there may be twice as many.
 */
const OF_ADDRESS = { burst: 10, refillMs: 30_000, max: 10_000 };
const OF_NAME = { burst: 20, refillMs: 15_000, max: 10_000 };

export function createLogins(
  store: Pick<Store, 'findAccount'>,
  hasher: PasswordHasher,
  nowMs: () => number,
): Logins {
  const [ofAddress, ofName] = [createBudget(OF_ADDRESS), createBudget(OF_NAME)];
  return {
    async check(name, password, address) {
      const now = nowMs();
      const key = name.trim().toLowerCase();
      const waitMs = Math.max(ofAddress.waitMs(address, now), ofName.waitMs(key, now));
      if (waitMs > 0) return new Refused('throttled', Math.ceil(waitMs / 1000));
      // Taken before it is known: many that are tried at once are many.
      ofAddress.take(address, now);
      ofName.take(key, now);
      const giveBack = () => {
        ofAddress.giveBack(address);
        ofName.giveBack(key);
      };
      const account = await store.findAccount(name.trim());
      if (account === 'database') {
        giveBack();
        return new Refused('database');
      }
      const isRight = await hasher.matches(password, account?.passwordHash);
      if (isRight === undefined) {
        giveBack();
        return new Refused('throttled', 5);
      }
      if (!isRight || account === undefined) return new Refused('credentials');
      giveBack();
      return { name: account.name };
    },
  };
}
