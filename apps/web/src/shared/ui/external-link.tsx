import type { ReactNode } from 'react';
import styles from './external-link.module.css';

interface ExternalLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** Leads out of the gateway, in a new tab, without telling where from. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
