import type { WireKey } from '../wire-keys.ts';

/** Where a setting stands in the documents of some releases. */
export interface SettingKey extends WireKey {
  /** What we call it, where that is not this key but the one that it had before. */
  readonly name?: string;
  /** Its value on a new device, where that is not empty, 0 or false. */
  readonly first?: string | number | boolean | readonly unknown[];
  readonly isSecret?: true;
}
