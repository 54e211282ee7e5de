import type { PersistentLimitTypes } from './model-family.ts';

/** HM and HERF. Source: docs/reference/radio-protocol.md#limit-codes. */
export const HM_PERSISTENT_LIMIT_TYPES: PersistentLimitTypes = { absolute: 0x0100, relative: 0x0101 };

/** HMS and HMT. Source: docs/reference/radio-protocol.md#limit-codes. */
export const HMS_PERSISTENT_LIMIT_TYPES: PersistentLimitTypes = { absolute: 0x0002, relative: 0x0003 };
