import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../shared/api/services.ts';
import { loginPath } from '../shared/lib/paths.ts';
import { useReturnPath } from './use-return-path.ts';

/** A page that only makes sense logged in: anyone else is led to the login and back. */
export function RequireLogin({ children }: { readonly children: ReactNode }) {
  const [, navigate] = useLocation();
  const returnPath = useReturnPath();
  const loggedIn = useUser() !== undefined;

  useEffect(() => {
    if (!loggedIn) navigate(loginPath(returnPath()), { replace: true });
  }, [loggedIn, navigate, returnPath]);

  return loggedIn ? children : null;
}
