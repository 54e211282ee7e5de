import { Menu, X } from 'lucide';
import { type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import type { PageName } from '../shared/lib/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { useOverlays } from '../shared/ui/overlays.tsx';
import { LoginButton } from './login-button.tsx';
import { NavLink } from './nav-link.tsx';
import styles from './nav-sheet.module.css';
import { OwnThemeSwitch } from './own-theme-switch.tsx';
import { useMenus } from './shared-scope.ts';

/** The menus of a small screen: a button opens a sheet with everything in it; choosing an entry closes it. */
export function NavSheet() {
  const { t } = useI18n();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const overlays = useOverlays();
  const gone = useRef<() => void>(undefined);
  const [isOpen, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useCloseOnNewPage(dialog);

  function open(): void {
    const element = dialog.current;
    if (element === null) return;
    flushSync(() => setOpen(true)); // the focus goes to its first button
    element.showModal();
    gone.current = overlays.open(close);
  }

  function closed(): void {
    setOpen(false);
    gone.current?.();
    gone.current = undefined;
  }

  useEffect(() => () => gone.current?.(), []); // a wider window has no sheet

  /** A press beside the sheet lands on the dialog itself. */
  function onClick(event: MouseEvent): void {
    if (event.target === dialog.current) close();
  }

  return (
    <>
      <Button variant="bare" aria-haspopup="dialog" aria-label={t.bar.menu} onClick={open}>
        <Icon of={Menu} size={22} />
        <span className={styles.menuWord}>{t.bar.menu}</span>
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself */}
      <dialog
        ref={dialog}
        className={styles.sheet}
        aria-labelledby={titleId}
        onClick={onClick}
        onClose={closed}
      >
        {isOpen && <SheetContent titleId={titleId} close={close} />}
      </dialog>
    </>
  );
}

function SheetContent({ titleId, close }: { readonly titleId: string; readonly close: () => void }) {
  const { t } = useI18n();
  const { main, settings, info } = useMenus();
  return (
    <>
      <div className={styles.header}>
        <h2 id={titleId}>{t.bar.menu}</h2>
        <Button variant="bare" aria-label={t.close} onClick={close}>
          <Icon of={X} size={22} />
        </Button>
      </div>
      <nav aria-label={t.bar.mainMenu} className={styles.nav}>
        <Entries pages={main} onChoose={close} />
        {settings.length > 0 && <h3>{t.bar.settings}</h3>}
        {settings.map((pages) => (
          <Entries key={pages[0]} pages={pages} onChoose={close} />
        ))}
        {info.length > 0 && <h3>{t.bar.info}</h3>}
        {info.map((pages) => (
          <Entries key={pages[0]} pages={pages} onChoose={close} />
        ))}
        <Entries pages={['about']} onChoose={close} />
      </nav>
      <div className={styles.choices}>
        <LanguageSelect />
        <OwnThemeSwitch />
        <LoginButton onDone={close} />
      </div>
    </>
  );
}

/** Also for pages that are not chosen here: the browser's own way back. */
function useCloseOnNewPage(dialog: RefObject<HTMLDialogElement | null>): void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new path is what closes it
  useEffect(() => dialog.current?.close(), [dialog, path]);
}

function Entries({
  pages,
  onChoose,
}: {
  readonly pages: readonly PageName[];
  readonly onChoose: () => void;
}) {
  return (
    <ul>
      {pages.map((page) => (
        <li key={page}>
          <NavLink page={page} className={styles.link} onClick={onChoose} />
        </li>
      ))}
    </ul>
  );
}
