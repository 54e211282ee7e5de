import { LogIn, LogOut } from 'lucide';
import { useLocation } from 'wouter';
import { useServices, useUser } from '../shared/api/services.ts';
import { useDrafts } from '../shared/form/drafts.tsx';
import { useWayBack } from '../shared/form/way-back.tsx';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { PATHS } from '../shared/lib/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { useNotices } from '../shared/ui/notices.tsx';

/** Log in, or log out: whichever is possible. */
export function LoginButton({ onDone }: { readonly onDone?: () => void }) {
  const { t } = useI18n();
  const { session } = useServices();
  const { announce } = useNotices();
  const [, navigate] = useLocation();
  const user = useUser();
  const drafts = useDrafts();
  const { leave } = useWayBack();

  function logOut(): void {
    drafts.clear();
    session.logOut();
    announce(t.bar.loggedOut);
    navigate(PATHS.home);
    onDone?.();
  }

  function logIn(): void {
    navigate(PATHS.login);
    onDone?.();
  }

  return user === undefined ? (
    <Button onClick={logIn}>
      <Icon of={LogIn} size={18} />
      {t.bar.login}
    </Button>
  ) : (
    <Button onClick={() => leave(logOut)}>
      <Icon of={LogOut} size={18} />
      {t.bar.logout}
    </Button>
  );
}
