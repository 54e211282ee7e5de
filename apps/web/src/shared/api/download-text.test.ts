import { describe, expect, it } from 'vitest';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { createTestServices } from '../../../test/test-services.ts';
import { downloadText } from './download-text.ts';

const USER = { type: 'success', message: '', authdata: 'YWRtaW46eA==' };
const ROWS = 'X-Total-Rows';

function load() {
  const requests = createFakeRequests();
  const { services, clock } = createTestServices({
    openRequest: requests.open,
    stored: { user: JSON.stringify(USER) },
  });
  const percents: number[] = [];
  const abort = new AbortController();
  const result = downloadText(services, {
    ...{ path: '/api/history', query: { from: '1', to: '2' }, linesHeader: ROWS, signal: abort.signal },
    onPercent: (percent) => percents.push(percent),
  });
  return { request: requests.last, session: services.session, clock, percents, abort, result };
}

describe('a long text that is loaded', () => {
  it('is asked for with the login and the marks of our own page', () => {
    const { request } = load();
    expect(request.headers).toMatchObject({
      'X-Requested-With': 'XMLHttpRequest',
      Authorization: 'Basic YWRtaW46eA==',
    });
    expect(Object.keys(request.headers)).toHaveLength(3);
  });

  it('tells by its lines how far it is', async () => {
    const { request, percents, result } = load();
    request.brings('head\n1\n', { [ROWS]: '3' });
    request.brings('2\n3');
    request.brings('\n');
    expect(percents).toEqual([50, 75, 100]);
    request.answers({ text: request.responseText });
    expect(await result).toEqual({ kind: 'loaded', text: 'head\n1\n2\n3\n' });
  });

  it('tells nothing where nobody says how many come, and never more than all', () => {
    const { request, percents } = load();
    request.brings('1\n');
    expect(percents).toEqual([]);
    request.brings('2\n3\n4\n', { [ROWS]: '1' });
    expect(percents).toEqual([100]);
  });

  it('ends when it is stopped', async () => {
    const { request, abort, result } = load();
    request.brings('1\n');
    abort.abort();
    expect(request.isAborted).toBe(true);
    expect(await result).toEqual({ kind: 'stopped' });
  });

  it('ends when nothing comes for a minute, counted from the last piece', async () => {
    const { request, clock, result } = load();
    clock.advance(59_000);
    request.brings('1\n');
    clock.advance(59_000);
    expect(request.isAborted).toBe(false);
    clock.advance(1_000);
    expect(await result).toEqual({ kind: 'unreachable' });
  });

  it('ends the session where the login does not count any more', async () => {
    const { request, session, result } = load();
    request.answers({ status: 401 });
    expect(await result).toEqual({ kind: 'unauthorized' });
    expect(session.user()).toBeUndefined();
  });

  it('says why it was refused', async () => {
    const { request, result } = load();
    request.answers({ status: 503, statusText: 'Service Unavailable', text: '' });
    expect(await result).toEqual({ kind: 'refused', status: 503, text: 'Service Unavailable' });
  });
});
