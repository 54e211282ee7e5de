import type { Access } from '../http/access/access.ts';
import { ACCESS_RULES } from '../http/access/access-rules.ts';

/** What every call but one is told. */
const MESSAGE =
  'The gateway is in recovery mode, because its settings are damaged. Open its page to restore a backup.';

/**
 * The one way in while the settings are damaged: the page is for everybody, a backup for who has the password, and
 * there is nothing else. The checks of our name and of foreign pages come first, as ever.
 */
export function createRecoveryAccess(access: Access): Access {
  return {
    ...access,
    async refusalOf(rule, request) {
      const isOpen = rule.kind === 'static' || rule === ACCESS_RULES.health.alive;
      if (isOpen || rule === ACCESS_RULES.uploads.restoreConfig) {
        return access.refusalOf(rule, request);
      }
      // As anybody's call: who may come in otherwise tells nothing now.
      const anybody = { ...rule, kind: 'endpoint', method: 'GET', access: 'open' } as const;
      const refusal = await access.refusalOf(anybody, request);
      return refusal ?? { status: 503, headers: {}, message: MESSAGE };
    },
  };
}
