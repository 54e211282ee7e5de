import { X } from 'lucide';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import { Alert, type AlertKind } from './alert.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './notices.module.css';

interface Notice {
  readonly kind: AlertKind;
  readonly content: ReactNode;
  readonly onDismiss: () => void;
}

interface Notices {
  /** Shows a short message for a few seconds and has it read out. The last one wins. */
  announce(text: string): void;
  /** Shows one that stays; undefined takes it away. */
  keep(id: string, notice: Notice | undefined): void;
}

const NoticesContext = createContext<Notices>({ announce: () => undefined, keep: () => undefined });

interface Shown {
  readonly passing: string | undefined;
  readonly endPassing: () => void;
  readonly kept: readonly (readonly [id: string, notice: Notice])[];
}

const ShownContext = createContext<Shown>({ passing: undefined, endPassing: () => undefined, kept: [] });

export function useNotices(): Pick<Notices, 'announce'> {
  return useContext(NoticesContext);
}

/** Shows a notice for as long as this component is there and gives one. */
export function useNotice(notice: Notice | undefined, ...changes: readonly unknown[]): void {
  const { keep } = useContext(NoticesContext);
  const id = useId();
  const dismiss = useEffectEvent(() => notice?.onDismiss());
  const show = useEffectEvent(() => keep(id, notice && { ...notice, onDismiss: () => dismiss() }));
  useLayoutEffect(() => show(), [...changes]);
  useLayoutEffect(() => () => keep(id, undefined), [keep, id]);
}

const SHOWN_FOR_MS = 5000;

interface NoticesProviderProps {
  readonly after: (delayMs: number, action: () => void) => () => void;
  readonly children: ReactNode;
}

/** Keeps what there is to say, for the one place where it is shown. */
export function NoticesProvider({ after, children }: NoticesProviderProps) {
  const [passing, setPassing] = useState<{ readonly text: string }>();
  const [kept, setKept] = useState<Shown['kept']>([]);
  const announce = useCallback((text: string) => setPassing({ text }), []);
  const keep = useCallback((id: string, notice: Notice | undefined) => {
    setKept((before) => {
      const others = before.filter(([other]) => other !== id);
      if (notice !== undefined) return [...others, [id, notice]];
      return others.length === before.length ? before : others;
    });
  }, []);
  const notices = useMemo(() => ({ announce, keep }), [announce, keep]);
  const shown = useMemo(
    () => ({ passing: passing?.text, endPassing: () => setPassing(undefined), kept }),
    [passing, kept],
  );

  useEffect(() => {
    if (passing === undefined) return;
    return after(SHOWN_FOR_MS, () => setPassing(undefined));
  }, [passing, after]);

  return (
    <NoticesContext value={notices}>
      <ShownContext value={shown}>{children}</ShownContext>
    </NoticesContext>
  );
}

/**
 * The one place for notices, below the bar: it takes room of its own, so that no notice lies above what it speaks of. The
 * place is always there, because a screen reader tells what changes in a place it knows.
 */
export function NoticePlace() {
  const { kept } = useContext(ShownContext);
  return (
    <div role="status" aria-atomic="false" className={styles.place}>
      <div data-notices="kept">
        {kept.map(([id, notice]) => (
          <NoticeRow key={id} {...notice} />
        ))}
      </div>
      <PassingNotice />
    </div>
  );
}

/** What passes, also for a dialog: the page behind it cannot be seen. */
export function PassingNotice() {
  const { passing, endPassing } = useContext(ShownContext);
  return (
    <div aria-live="polite" data-notices="passing">
      {passing !== undefined && (
        <NoticeRow
          kind="info"
          onDismiss={endPassing}
          content={
            <p className={styles.passing} title={passing}>
              {passing}
            </p>
          }
        />
      )}
    </div>
  );
}

function NoticeRow({ kind, content, onDismiss }: Notice) {
  const { t } = useI18n();
  return (
    <div className={styles.notice} data-kind={kind}>
      <Alert kind={kind}>
        <div className={styles.row}>
          <div className={styles.text}>{content}</div>
          <Button
            variant="bare"
            aria-label={t.dismiss}
            title={t.dismiss}
            onClick={(event) => {
              const around =
                event.currentTarget.closest<HTMLElement>('dialog') ?? document.querySelector('main');
              around?.focus({ preventScroll: true }); // this button goes
              onDismiss();
            }}
          >
            <Icon of={X} size={18} />
          </Button>
        </div>
      </Alert>
    </div>
  );
}
