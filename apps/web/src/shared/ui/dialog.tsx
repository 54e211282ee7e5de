import { X } from 'lucide';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import { PassingNotice } from './notices.tsx';
import { useOverlay } from './overlays.tsx';

interface DialogProps {
  readonly title: string;
  /** What it is about, e.g. the name of an inverter. */
  readonly subtitle?: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Something is in flight: Esc, the backdrop and the cross do nothing. */
  readonly busy?: boolean;
  /** Something was typed, which a press beside the dialog must not lose: Esc and the cross still close it. */
  readonly holdsInput?: boolean;
  /** It stays whatever `onClose` is called by, since what it shows cannot be had again; a button inside closes it. */
  readonly staysOpen?: boolean;
  /** Nothing inside takes the focus, so what scrolls takes it itself: for those who scroll by keyboard. */
  readonly readingOnly?: boolean;
  readonly children: ReactNode;
  /** Stays in sight below what scrolls. */
  readonly footer?: ReactNode;
}

/**
 * A modal dialog, open as long as it is drawn. The focus begins at the element with `data-autofocus`, else at the
 * title, stays inside, and goes back to where it was.
 */
export function Dialog({
  title,
  subtitle,
  closeLabel,
  onClose,
  busy = false,
  holdsInput = false,
  staysOpen = false,
  readingOnly = false,
  children,
  footer,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const subtitleId = useId();
  useModal(dialog, heading, { onClose, busy, staysOpen });
  useOverlay(() => {
    if (!busy) onClose();
  });
  const closing = useClosing(dialog, { onClose, busy }, holdsInput);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={subtitle === undefined ? undefined : subtitleId}
      {...closing}
    >
      <div className={styles.header}>
        <div className={styles.titles}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {subtitle !== undefined && (
            <p id={subtitleId} className={styles.subtitle} title={subtitle}>
              {subtitle}
            </p>
          )}
        </div>
        <Button
          variant="bare"
          aria-label={closeLabel}
          title={closeLabel}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) onClose();
          }}
        >
          <Icon of={X} size={22} />
        </Button>
      </div>
      <PassingNotice />
      <div
        className={styles.body}
        {...(readingOnly ? { role: 'group', tabIndex: 0, 'aria-labelledby': titleId } : {})}
      >
        {children}
      </div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </dialog>
  );
}

type Closing = Pick<DialogProps, 'onClose'> & { readonly busy: boolean };
type Modal = Closing & { readonly staysOpen: boolean };

/** Opens the dialog when it is drawn and closes it when it goes. */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
  { onClose, busy, staysOpen }: Modal,
): void {
  const closedByBrowser = useEffectEvent((element: HTMLDialogElement) => {
    if (busy || staysOpen) element.showModal();
    if (!busy) onClose();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const opener = document.activeElement;
    keepScrollbarWidth();
    element.showModal();
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current)?.focus();
    // A browser may close a dialog whatever the page says (the second press of a phone's way back).
    const listener = () => closedByBrowser(element);
    element.addEventListener('close', listener);
    return () => {
      element.removeEventListener('close', listener);
      element.close();
      const wasUnder = opener instanceof HTMLElement && opener.isConnected ? opener : undefined;
      (wasUnder ?? document.querySelector('main'))?.focus({ preventScroll: true });
    };
  }, [dialog, heading]);
}

/** The page behind stops scrolling; it must not grow by the width of the scroll bar that goes. */
function keepScrollbarWidth(): void {
  const root = document.documentElement;
  const widthPx = window.innerWidth - root.clientWidth;
  if (widthPx > 0) root.style.setProperty('--scrollbar-width', `${widthPx}px`);
}

/** The ways out that need no button: Esc, a press beside the dialog, and what a phone takes for a wish to close it. */
function useClosing(
  dialog: RefObject<HTMLDialogElement | null>,
  { onClose, busy }: Closing,
  holdsInput: boolean,
) {
  const pressedBeside = useRef(false);

  return {
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation(); // of two dialogs only the upper one closes
      if (!busy) onClose();
    },
    onCancel(event: SyntheticEvent): void {
      if (event.target !== dialog.current) return; // a file field inside has an event of that name
      event.preventDefault();
      if (!busy) onClose();
    },
    // A press that began inside, to select text, and ends beside is no wish to close.
    onPointerDown(event: PointerEvent): void {
      pressedBeside.current = event.target === dialog.current;
    },
    onClick(event: MouseEvent): void {
      if (event.target !== dialog.current || !pressedBeside.current) return;
      pressedBeside.current = false;
      if (!busy && !holdsInput) onClose();
    },
  };
}
