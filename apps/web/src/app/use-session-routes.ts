import { authenticate } from '@heliograph/contract';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useServices } from '../shared/api/services.ts';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { findPage, loginPath, PATHS, type PageName } from '../shared/lib/paths.ts';
import { useNotices } from '../shared/ui/notices.tsx';
import { isSharedBy, useSharedScope } from './shared-scope.ts';
import { useReturnPath } from './use-return-path.ts';

/**
 * A login that is no longer good leads to the login page and back; one that ended in another window is told. One that had ended
 * before the page came is told, too, and leaves the page as it is: a display on a wall goes on showing what visitors may see.
 */
export function useSessionRoutes(): void {
  const { call, first, session } = useServices();
  const { t } = useI18n();
  const { announce } = useNotices();
  const [path, navigate] = useLocation();
  const returnPath = useReturnPath();
  const scope = useSharedScope();

  useEffect(() => {
    const page = findPage(path);
    if (__FOR_DEVICE__ || !page || isSharedBy(scope, page)) return;
    navigate(PATHS[scope as PageName] ?? PATHS.home, { replace: true });
  }, [path, scope, navigate]);

  const askWhetherGood = useEffectEvent(async () => {
    const user = session.user();
    // The gateway has rendered the page for a visitor: either only its cookie is gone, or the login.
    if (user === undefined || !first?.standsFor(undefined)) return;
    const { kind } = await call(authenticate, { authdata: user.authdata });
    if (kind !== 'unauthorized' || session.user() !== user) return;
    session.logOut();
    announce(t.bar.loggedOut);
  });
  useEffect(() => {
    if (!__FOR_DEVICE__) void askWhetherGood();
  }, []);

  useEffect(() => {
    function followExpiry(): void {
      const expiry = session.takeExpiry();
      if (expiry === undefined || findPage(path) === 'login') return;
      // Who came by a link has no login that could have ended: the link has.
      const next = expiry === 'no-login' && scope ? PATHS.share : loginPath(returnPath());
      navigate(next, { replace: true, state: expiry });
    }
    followExpiry(); // the first call is made before anything is drawn
    return session.subscribe((event) => {
      if (event === 'elsewhere') announce(t.bar.loggedOutElsewhere);
      followExpiry();
    });
  }, [session, announce, t, path, returnPath, navigate, scope]);
}
