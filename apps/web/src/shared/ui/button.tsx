import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `primary` for the one thing to do, `danger` if that cannot be undone, `quiet` beside it, `bare` for icons and menus. */
  readonly variant?: 'primary' | 'quiet' | 'bare' | 'danger';
}

/** A button of at least thumb size. */
export function Button({ variant = 'quiet', className, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`${styles.button} ${styles[variant]} ${className ?? ''}`} />
  );
}

interface ButtonLinkProps {
  readonly href: string;
  readonly variant?: ButtonProps['variant'];
  /** Read out in place of the words, where these do not say of what. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to a page of ours that is the thing to do. */
export function ButtonLink({ href, variant = 'quiet', label, children }: ButtonLinkProps) {
  return (
    <Link href={href} aria-label={label} className={`${styles.button} ${styles[variant]}`}>
      {children}
    </Link>
  );
}
