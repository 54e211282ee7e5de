import { ADMIN_USER_NAME, authenticate } from '@heliograph/contract';
import type { Services } from './services.ts';
import { recordOfLogin } from './session.ts';

/**
 * Gets the cookie of the sockets anew. A record that still holds a password, as all did before 0.2, holds the token of a session
 * from then on; only the admin could log in then.
 */
export async function renewLogin({ call, session }: Pick<Services, 'call' | 'session'>): Promise<void> {
  const user = session.user();
  const result = await call(authenticate);
  const isSame = user !== undefined && session.user() === user;
  if (isSame && result.kind === 'answered' && result.answer.token !== undefined) {
    session.renew(recordOfLogin(result.answer, ADMIN_USER_NAME, user.authdata));
  }
}
