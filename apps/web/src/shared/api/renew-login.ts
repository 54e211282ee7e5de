import { authenticate } from '@heliograph/contract';
import type { Services } from './services.ts';
import { recordOfLogin, userNameOf } from './session.ts';

/**
 * Gets the cookie of the sockets anew. A record that still holds a password, as all did before 0.2, holds the token of a session
 * from then on. What the user may do can be another thing than at the last time.
 */
export async function renewLogin({ call, session }: Pick<Services, 'call' | 'session'>): Promise<void> {
  const user = session.user();
  const result = await call(authenticate);
  const isSame = user !== undefined && session.user() === user;
  if (!isSame || result.kind !== 'answered') return;
  const { token, role } = result.answer;
  if (token !== undefined || role !== user.role) {
    session.renew(recordOfLogin(result.answer, userNameOf(user), user.authdata));
  }
}
