import { expect, test } from './test.ts';

test('@nightly one odd message neither blanks the page nor stops it', async ({ page, home }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.routeWebSocket(/\/livedata$/, (socket) => {
    const server = socket.connectToServer();
    let count = 0;
    server.onMessage((message) => {
      count += 1;
      const odd = [
        '{"inverters":null}',
        'not JSON at all',
        '[]',
        '{"inverters":[7,null,{}],"total":{},"hints":{}}',
      ];
      socket.send(odd[count % 8] ?? message);
    });
  });
  await home.openWithValues();
  const before = await home.total('Total power').innerText();
  await expect(home.total('Total power')).not.toHaveText(before, { timeout: 30_000 });
  await expect(home.tabs).toHaveCount(3);
  expect(errors).toEqual([]);
});
