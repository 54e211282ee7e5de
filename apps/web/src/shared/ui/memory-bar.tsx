import styles from './memory-bar.module.css';

/** How full something is, for the eye; the numbers must stand beside it. `percent` is 0 to 100. */
export function MemoryBar({ percent }: { readonly percent: number }) {
  return (
    <svg className={styles.track} aria-hidden="true">
      <rect className={styles.used} width={`${percent}%`} height="100%" />
    </svg>
  );
}
