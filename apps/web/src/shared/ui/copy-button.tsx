import { CircleCheck, Copy } from 'lucide';
import { memo, useState } from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';
import { useNotices } from './notices.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What the button does, e.g. `Copy serial number`. */
  readonly label: string;
}

/** Copies a text and says whether it worked. */
export const CopyButton = memo(function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useI18n();
  const { announce } = useNotices();
  const [copied, setCopied] = useState<string>();

  async function copy(): Promise<void> {
    const worked = await copyText(document, text);
    setCopied(worked ? text : undefined);
    announce(worked ? t.inverter.copied : t.inverter.copyFailed);
  }

  return (
    <Button variant="bare" aria-label={label} title={label} onClick={() => void copy()}>
      {copied === text ? <Icon of={CircleCheck} size={18} /> : <Icon of={Copy} size={18} />}
    </Button>
  );
});
