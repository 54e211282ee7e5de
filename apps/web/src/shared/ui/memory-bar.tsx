import styles from './memory-bar.module.css';

/** How full something is, for the eye; the numbers must stand beside it. `percent` is 0 to 100. */
export function MemoryBar({ percent }: { readonly percent: number }) {
  return (
    <div className={styles.track} aria-hidden="true">
      <div className={styles.used} style={{ width: `${percent}%` }} />
    </div>
  );
}
