import type { SettingKey } from './setting-key.ts';

/** Source: docs/reference/original-device.md#security. */
export const SECURITY_KEYS: readonly SettingKey[] = [
  { key: 'password', kind: 'text', first: 'openDTU42', isSecret: true },
  { key: 'allow_readonly', kind: 'flag', first: true },
];
