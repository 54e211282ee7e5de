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

interface RequireLoginProps {
  readonly page: PageName;
  readonly children: ReactNode;
}

/** A page that only makes sense logged in: anyone else is led to the login and back; who may not open it reads why. */
export function RequireLogin({ page, children }: RequireLoginProps) {
  const { t } = useI18n();
  const [, navigate] = useLocation();
  const returnPath = useReturnPath();
  const user = useUser();
  const isAdmin = useMay('admin');
  const loggedIn = user !== undefined;

  useEffect(() => {
    if (!loggedIn) navigate(loginPath(returnPath()), { replace: true });
  }, [loggedIn, navigate, returnPath]);

  if (!loggedIn) return null;
  if (__FOR_DEVICE__ || isAdmin || ROUTES[page].role !== 'admin') return children;
  return (
    <Message icon={Lock} title={pageTitle(t, page)}>
      <p>{t.adminOnly(userNameOf(user))}</p>
    </Message>
  );
}
