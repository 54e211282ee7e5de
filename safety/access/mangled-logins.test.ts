import { CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, it } from 'vitest';
import { Secret } from '../../apps/gateway/src/platform/secret.ts';
import { createStoredSecurity } from '../../apps/gateway/src/settings/first-settings.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { mangledLogins } from './mangled-logins.ts';

const PATHS = ['/api/security/authenticate', '/api/livedata/status'];
/** It ends inside a base64 group, so that other texts decode to the same bytes. */
const PASSWORD = 'openDTU421';
const RIGHT = login(PASSWORD).authorization;
const NOTHING = { exactly: 0 } as const;

/** Visitors may not read, so that every answer is a matter of the header. */
async function storedSecurity() {
  return createStoredSecurity({
    password: new Secret(PASSWORD),
    allowReadonly: false,
    randomBytes: createTestPlatform().randomBytes,
    hashCost: CHEAP_HASH,
  });
}

/** Other texts with the same bytes. */
const SAME_BYTES = ['MR==', 'MQ=', 'MQ', 'MQ==='].map((end) => RIGHT.replace('MQ==', end));

/** The forms that are answered by anything but 401, or leave a cookie. */
async function taken(forms: readonly string[], isKnown: boolean) {
  const { port, clock } = await startTestGateway({
    async prepare(settings) {
      const stored = await storedSecurity();
      await settings.update('security', () => stored);
    },
  });
  if (isKnown) await send(port, '/api/security/authenticate', { headers: { authorization: RIGHT } });
  const wrong: string[] = [];
  for (const authorization of forms) {
    clock.advance(300_000); // the throttle would answer some of them before the check does
    for (const path of PATHS) {
      const { status, headers } = await send(port, path, { headers: { authorization } });
      if (status !== 401 || headers['set-cookie'] !== undefined) wrong.push(`${authorization}: ${status}`);
    }
  }
  clock.advance(300_000);
  const right = await send(port, PATHS[0] ?? '', { headers: { authorization: RIGHT } });
  return { wrong: wrong.length, rightRefused: right.status === 200 ? 0 : 1 };
}

describe('the right header, written wrongly (A5)', { timeout: 120_000 }, () => {
  it('is refused in every prefix and spelling, whether it was right before or not', async () => {
    const row = openRow('A5');
    const forms = [...mangledLogins(RIGHT), ...SAME_BYTES];
    const looks = [await taken(forms, false), await taken(forms, true)];
    const prefixes = forms.filter((form) => RIGHT.startsWith(form)).length;
    row.figure({ what: PREFIXES, value: prefixes, goal: { atLeast: RIGHT.length } });
    row.figure({ what: TAKEN, value: looks.reduce((sum, { wrong }) => sum + wrong, 0), goal: NOTHING });
    const refused = looks.reduce((sum, { rightRefused }) => sum + rightRefused, 0);
    row.figure({ what: 'right headers refused after them', value: refused, goal: NOTHING });
    const { wrong } = await without(['exactHeader'], () => taken(SAME_BYTES, false));
    row.counterProof({ what: TAKEN, without: SEAMS.exactHeader, value: wrong, goal: NOTHING });
  });
});

const PREFIXES = 'prefixes of the right header tried, from the empty one on';
const TAKEN =
  'prefixes and other spellings of the right header (empty, scheme in lower case) that are not refused';
