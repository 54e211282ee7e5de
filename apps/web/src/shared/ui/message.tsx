import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './message.module.css';

interface MessageProps {
  readonly icon: IconNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A whole page that has one thing to say: icon, heading, a sentence and a way on. */
export function Message({ icon, title, children }: MessageProps) {
  return (
    <section className={styles.message}>
      <Icon of={icon} size={36} />
      <h1>{title}</h1>
      {children}
    </section>
  );
}
