import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the width is the available one unless given. */
  readonly height: string;
  readonly width?: string;
}

/** A grey block in the place and size of what will come. */
export function Skeleton({ height, width = '100%' }: SkeletonProps) {
  return <span className={styles.block} style={{ height, width }} aria-hidden="true" />;
}
