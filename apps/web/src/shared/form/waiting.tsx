import { type ReactNode, useEffect, useState } from 'react';
import { useServices } from '../api/services.ts';
import { useTexts } from '../i18n/i18n-context.ts';

// Longer than this nobody should look at grey blocks without a word.
const SILENT_FOR_MS = 5000;

interface WaitingProps {
  /** What is waited for, as a sentence; in general unless given. */
  readonly text?: string;
  /** Skeletons of what will come. */
  readonly children: ReactNode;
}

/** Stands where something will be shown: blocks of its shape, and after a while a word. */
export function Waiting({ text, children }: WaitingProps) {
  const { clock } = useServices();
  const { common } = useTexts('common');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => clock.after(SILENT_FOR_MS, () => setSlow(true)), [clock]);
  return (
    <>
      <p className={isSlow ? undefined : 'visually-hidden'}>{text ?? common.loading}</p>
      {children}
    </>
  );
}
