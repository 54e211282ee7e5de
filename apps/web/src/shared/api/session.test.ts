import { describe, expect, it } from 'vitest';
import { createMemoryStorage, createRefusingStorage } from '../../../test/memory-storage.ts';
import { createSession, type SessionEvent } from './session.ts';

const user = {
  type: 'success',
  message: 'Authentication successful.',
  code: 10_002,
  authdata: 'YWRtaW46eA==',
};

function record(session: ReturnType<typeof createSession>): SessionEvent[] {
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  return events;
}

describe('the session', () => {
  it('keeps the answer and the credentials under the key user', () => {
    const storage = createMemoryStorage();
    const session = createSession(storage);
    const events = record(session);
    session.logIn(user);
    expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(user);
    expect(createSession(storage).user()).toEqual(user);
    expect(events).toEqual(['logged-in']);
  });

  it('clears the record at logout and when it expires, and says which', () => {
    const storage = createMemoryStorage({ user: JSON.stringify(user) });
    const session = createSession(storage);
    const events = record(session);
    session.logOut();
    expect([storage.getItem('user'), session.user()]).toEqual([null, undefined]);
    session.logIn(user);
    session.expire();
    expect([storage.getItem('user'), session.user()]).toEqual([null, undefined]);
    expect(events).toEqual(['logged-out', 'logged-in', 'expired']);
  });

  it('does not end when another tab has stored a newer login: that one is taken', () => {
    const storage = createMemoryStorage({ user: JSON.stringify(user) });
    const session = createSession(storage);
    const events = record(session);
    const newer = { ...user, authdata: 'bmV3OmxvZ2lu' };
    storage.setItem('user', JSON.stringify(newer));
    session.expire();
    expect([session.user(), session.takeExpiry(), events]).toEqual([newer, undefined, ['logged-in']]);
    session.expire();
    expect([session.user(), storage.getItem('user')]).toEqual([undefined, null]);
  });

  it.each(['', 'null', '5', '{}', '{"authdata":5}', '{"authdata":""}', '{"authdata":"no base64!"}', '{'])(
    'takes %j for no login',
    (stored) => {
      expect(createSession(createMemoryStorage({ user: stored })).user()).toBeUndefined();
    },
  );

  it('follows another tab that logs out or in, and hears nothing of other keys', () => {
    const storage = createMemoryStorage({ user: JSON.stringify(user) });
    const session = createSession(storage);
    const events = record(session);
    session.storageChanged('locale');
    storage.removeItem('user');
    session.storageChanged('user');
    expect(session.user()).toBeUndefined();
    storage.setItem('user', JSON.stringify(user));
    session.storageChanged('user');
    session.storageChanged('user');
    storage.clear();
    session.storageChanged(null);
    expect(events).toEqual(['elsewhere', 'logged-in', 'elsewhere']);
  });

  it('lasts as long as the page where storage is refused', () => {
    const session = createSession(createRefusingStorage());
    session.logIn(user);
    expect(session.user()).toEqual(user);
    session.logOut();
    expect(session.user()).toBeUndefined();
  });
});
