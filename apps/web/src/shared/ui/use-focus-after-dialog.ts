import { useEffect, useRef } from 'react';

/** Takes the focus to a heading once a dialog has gone together with what opened it. */
export function useFocusAfterDialog(dialog: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (dialog !== undefined || !isWanted.current) return;
    isWanted.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [dialog]);
  return {
    heading,
    focusWhenClosed(): void {
      isWanted.current = true;
    },
  };
}
