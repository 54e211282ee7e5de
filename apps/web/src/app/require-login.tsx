import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../shared/api/services.ts';
import { loginPath } from '../shared/lib/routes.ts';

interface RequireLoginProps {
  /** The path of the page, to come back to. */
  readonly path: string;
  readonly children: ReactNode;
}

/** A page that only makes sense logged in: anyone else is led to the login and back. */
export function RequireLogin({ path, children }: RequireLoginProps) {
  const [, navigate] = useLocation();
  const loggedIn = useUser() !== undefined;

  useEffect(() => {
    if (!loggedIn) navigate(loginPath(path), { replace: true });
  }, [loggedIn, navigate, path]);

  return loggedIn ? children : null;
}
