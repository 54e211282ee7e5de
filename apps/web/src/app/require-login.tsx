import { Lock } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useMay, useUser } from '../shared/api/services.ts';
import { userNameOf } from '../shared/api/session.ts';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { pageTitle } from '../shared/i18n/page-title.ts';
import { loginPath, type PageName } from '../shared/lib/paths.ts';
import { Message } from '../shared/ui/message.tsx';
import { ROUTES } from './routes.ts';
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

/** Somebody with an account who is no admin reads of a page for admins whom it is for. */
export function ForRole({ page, children }: { readonly page: PageName; readonly children: ReactNode }) {
  const { t } = useI18n();
  const user = useUser();
  const isAdmin = useMay('admin');
  if (__FOR_DEVICE__ || user === undefined || isAdmin || !ROUTES[page].isForAdmins) return children;
  return (
    <Message icon={Lock} title={pageTitle(t, page)}>
      <p>{t.adminOnly(userNameOf(user))}</p>
    </Message>
  );
}
