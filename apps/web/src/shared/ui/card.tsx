import { type ReactNode, type Ref, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** Small, beside the title, e.g. a count. */
  readonly aside?: string | undefined;
  /** The state of what it is about, beside the title. */
  readonly badge?: ReactNode;
  /** The heading, for the focus to go there when what had it is gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** One group of a page, under its own heading. */
export function Card({ title, aside, badge, headingRef, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.header}>
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {aside !== undefined && <p className={styles.aside}>{aside}</p>}
        {badge}
      </div>
      {children}
    </section>
  );
}
