import type { ComponentPropsWithRef } from 'react';
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
