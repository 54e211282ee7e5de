import type { SettingsCalls } from '../../../apps/gateway/src/settings/settings-database.ts';
import {
  type ConnectSettings,
  connectSettings,
} from '../../../apps/gateway/src/settings/settings-storage.ts';

/** What writes to the database. */
const WRITES: readonly (keyof SettingsCalls)[] = ['create', 'useCopy', 'save', 'renewCopy', 'finishReset'];

/** Real settings whose writes fail while `code` names an error; on a read-only disk nobody gets the lock either. */
export function failingSettings(code: () => string | undefined): ConnectSettings {
  return (folder) => {
    const { calls, end } = connectSettings(folder, undefined);
    const failure = async () => ({ kind: 'failed', code: code(), reason: `${code()}` }) as const;
    const failing = Object.fromEntries(
      WRITES.map((name) => [
        name,
        (...args: unknown[]) =>
          code() === undefined ? (calls[name] as (...args: unknown[]) => unknown)(...args) : failure(),
      ]),
    );
    const lock = () => (code() === 'EROFS' ? failure() : calls.lock());
    return { calls: { ...calls, ...failing, lock }, end };
  };
}
