import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './message.module.css';

interface MessageProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}

/** A whole page that has one thing to say: icon, heading, a sentence and a way on. */
export function Message({ icon: Icon, title, children }: MessageProps) {
  return (
    <section className={styles.message}>
      <Icon size={36} aria-hidden="true" />
      <h1>{title}</h1>
      {children}
    </section>
  );
}
