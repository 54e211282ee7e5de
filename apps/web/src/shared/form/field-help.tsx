import type { Ref } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useTexts } from '../i18n/i18n-context.ts';
import styles from './field-help.module.css';

/** What the first steps ask for, and the login, they explain themselves. */
const EXPLAINED = /^\/(?:login|welcome)/;

interface FieldHelpProps {
  readonly label: string;
  /** The name of the paragraph in the guide; without one it is the whole page that is explained. */
  readonly anchor?: string;
  /** The label is beside the control. */
  readonly isBeside: boolean;
}

/**
 * Leads to the paragraph of the guide, which is found by the path of the page and the name of the field. In a tab of its own, so
 * that nothing typed is lost.
 */
export function FieldHelp({ label, anchor, isBeside }: FieldHelpProps) {
  const { common } = useTexts('common');
  const { base } = useRouter();
  const [path] = useLocation();
  if (EXPLAINED.test(path)) return null;
  return (
    // biome-ignore lint/a11y/useAnchorContent: the style sheet has the sign, and the title the words
    <a
      className={`${styles.help} ${isBeside ? styles.beside : ''}`}
      href={`${base}/guide${path}${anchor === undefined ? '' : `#${anchor}`}`}
      target="_blank"
      title={common.helpWith(label)}
      rel="noopener"
    />
  );
}

interface PageTitleProps {
  readonly title: string;
  readonly ref?: Ref<HTMLHeadingElement>;
}

/** The title of a page, with the way to the page of the guide that is about it. */
export function PageTitle({ title, ref }: PageTitleProps) {
  return (
    <div className={styles.title}>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      <FieldHelp label={title} isBeside />
    </div>
  );
}
