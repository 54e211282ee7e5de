import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import styles from './toasts.module.css';

interface Toasts {
  /** Shows a short message for a few seconds and has it read out. */
  announce(text: string): void;
}

const ToastsContext = createContext<Toasts>({ announce: () => undefined });

export function useToasts(): Toasts {
  return useContext(ToastsContext);
}

const SHOWN_FOR_MS = 5000;

interface ToastsProviderProps {
  readonly after: (delayMs: number, action: () => void) => () => void;
  readonly children: ReactNode;
}

/** The one place for passing messages, at the lower edge; the last one wins. */
export function ToastsProvider({ after, children }: ToastsProviderProps) {
  const [toast, setToast] = useState<{ readonly text: string }>();
  const announce = useCallback((text: string) => setToast({ text }), []);
  const toasts = useMemo(() => ({ announce }), [announce]);

  useEffect(() => {
    if (toast === undefined) return;
    return after(SHOWN_FOR_MS, () => setToast(undefined));
  }, [toast, after]);

  return (
    <ToastsContext value={toasts}>
      {children}
      <div className={styles.place} role="status">
        {toast !== undefined && (
          <p className={styles.toast} title={toast.text}>
            <span>{toast.text}</span>
          </p>
        )}
      </div>
    </ToastsContext>
  );
}
