import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../../test/memory-storage.ts';
import { renewLogin } from './renew-login.ts';
import { createSession } from './session.ts';

const OLD = { type: 'success', code: 10_002, authdata: 'YWRtaW46b3BlbkRUVTQy' };
const WITH_TOKEN = { type: 'success', code: 10_002, authdata: 'YWRtaW46aGdzX3g=' };

function renew(
  token?: string,
  meanwhile: (session: ReturnType<typeof createSession>) => void = () => undefined,
) {
  const storage = createMemoryStorage({ user: JSON.stringify(OLD) });
  const session = createSession(storage);
  const events: string[] = [];
  session.subscribe((event) => events.push(event));
  const answer = { type: 'success', code: 10_002, ...(token !== undefined && { token }) };
  const call = async () => {
    meanwhile(session);
    return { kind: 'answered', answer };
  };
  const done = renewLogin({ session, call: call as never });
  return { storage, session, events, done };
}

describe('a record that still holds the password', () => {
  it('holds the token from then on, and nobody has to log in again', async () => {
    const { storage, events, done } = renew('hgs_x');
    await done;
    expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(WITH_TOKEN);
    expect(events).toEqual([]);
  });

  it('stays as it is with a gateway that knows no tokens', async () => {
    const { storage, done } = renew();
    await done;
    expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(OLD);
  });

  it('does not come back where somebody has logged out meanwhile', async () => {
    const { storage, done } = renew('hgs_x', (session) => session.logOut());
    await done;
    expect(storage.getItem('user')).toBeNull();
  });
});
