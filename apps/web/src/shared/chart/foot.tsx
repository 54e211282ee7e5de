import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './foot.module.css';
import type { Range } from './gestures.ts';
import { Table, type TableProps } from './table.tsx';

/** What is shown of the chart above, and how to show more or less of it. */
export interface FootProps extends Omit<TableProps, 'range'> {
  readonly whole: Range;
  readonly shown: Range;
  readonly canZoom: boolean;
  readonly onZoom: (isIn: boolean) => void;
  /** By so much of what is shown; earlier where it is negative. */
  readonly onPan: (share: number) => void;
}

const PAN = 0.4;

/** The same as a table on one side, the part that is shown on the other. */
export function Foot({ whole, shown, canZoom, onZoom, onPan, ...shared }: FootProps) {
  const { chart: t } = useTexts('history').history;
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const [isFirst, isLast] = [shown.min <= whole.min, shown.max >= whole.max];
  return (
    <>
      <div className={styles.foot}>
        <Button
          variant="bare"
          className={styles.disclose}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={ChevronRight} size={18} />
          {t.asTable}
        </Button>
        {canZoom && (
          <fieldset className={styles.tools} aria-label={t.view}>
            <Tool
              label={t.zoomOut}
              disabled={isFirst && isLast}
              onClick={() => onZoom(false)}
              icon={<Icon of={Minus} size={18} />}
            />
            <Tool label={t.zoomIn} onClick={() => onZoom(true)} icon={<Icon of={Plus} size={18} />} />
            <Tool
              label={t.earlier}
              disabled={isFirst}
              onClick={() => onPan(-PAN)}
              icon={<Icon of={ChevronLeft} size={18} />}
            />
            <Tool
              label={t.later}
              disabled={isLast}
              onClick={() => onPan(PAN)}
              icon={<Icon of={ChevronRight} size={18} />}
            />
          </fieldset>
        )}
      </div>
      {(isOpen || isPrinting) && <Table {...shared} range={shown} />}
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** It keeps the focus when there is nothing more to do. */
function Tool({ label, icon, disabled = false, onClick }: ToolProps) {
  return (
    <Button
      variant="bare"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </Button>
  );
}

/** Paper has the table, whether or not the screen has it. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const set = (next: boolean) => () => flushSync(() => setPrinting(next));
    const [begin, end] = [set(true), set(false)];
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
