import type { Access } from '../http/access/access.ts';
import { ACCESS_RULES, type AccessRule } from '../http/access/access-rules.ts';

/** What every other call is told. */
const MESSAGE =
  'The gateway is in recovery mode, because its settings are damaged. Open its page to restore a backup.';

const { restoreConfig, previewBackup, restoreBackup } = ACCESS_RULES.uploads;
const RESTORES: readonly AccessRule[] = [restoreConfig, previewBackup, restoreBackup];

/**
 * The one way in while the settings are damaged: the page is for everybody, a backup of either kind for who has the password,
 * and there is nothing else. The checks of our name and of foreign pages come first, as ever.
 */
export function createRecoveryAccess(access: Access): Access {
  return {
    ...access,
    async refusalOf(rule, request) {
      const isOpen = rule.kind === 'static' || rule === ACCESS_RULES.health.alive;
      if (isOpen || RESTORES.includes(rule)) {
        return access.refusalOf(rule, request);
      }
      // As anybody's call: who may come in otherwise tells nothing now.
      const anybody = { ...rule, kind: 'endpoint', method: 'GET', access: 'open' } as const;
      const refusal = await access.refusalOf(anybody, request);
      return refusal ?? { status: 503, headers: {}, message: MESSAGE };
    },
  };
}
