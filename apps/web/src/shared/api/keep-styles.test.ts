import { describe, expect, it } from 'vitest';
import { keepStyles } from './keep-styles.ts';

const FILE = '/dtu/assets/index-a1b2.css';

async function afterKeeping(file: string | undefined, answer: () => Promise<Response>) {
  const style = file === undefined ? null : { getAttribute: () => file };
  const page = { cookie: '', querySelector: () => style };
  const fetched: string[] = [];
  await keepStyles(page as unknown as Document, (address) => {
    fetched.push(address);
    return answer();
  });
  return { fetched, cookie: page.cookie };
}

describe('the styles that a page has brought', () => {
  it('are fetched as a file, and the gateway is told, below its base path', async () => {
    const { fetched, cookie } = await afterKeeping(FILE, async () => new Response('main{}'));
    expect(fetched).toEqual([FILE]);
    expect(cookie).toBe('heliograph-styles=index-a1b2.css; Path=/dtu/; Max-Age=31536000; SameSite=Lax');
    const atRoot = await afterKeeping('/assets/index-a1b2.css', async () => new Response('main{}'));
    expect(atRoot.cookie).toContain('; Path=/;');
  });

  it.each([
    ['is gone', async () => new Response('', { status: 404 })],
    ['cannot be reached', () => Promise.reject(new TypeError('no network in this test'))],
  ])('come with the next page too when the file %s', async (_what, answer) => {
    expect((await afterKeeping(FILE, answer)).cookie).toBe('');
  });

  it('are not fetched where the page has asked for the file itself', async () => {
    const { fetched, cookie } = await afterKeeping(undefined, async () => new Response('main{}'));
    expect([fetched, cookie]).toEqual([[], '']);
  });
});
