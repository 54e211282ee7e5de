import type { SeamName } from './seams.ts';

declare global {
  /** True for each protection that a test has switched off. In a shipped build each of them is the constant false. */
  var __WITHOUT__: Readonly<Record<SeamName, boolean>>;
}
