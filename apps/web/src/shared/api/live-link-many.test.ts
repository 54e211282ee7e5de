import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { createTestLiveLink, message, unreachable } from '../../../test/test-live-link.ts';

const PLANT = { all: 2, answering: 2, producing: 2, night: false, yield_total_known: 2 };
const [ONE, OTHER] = ['114182730124', '116181452037'];
const row = (serial: string, watts: number) => ({ serial, 0: { Power: { v: watts, u: 'W', d: 1 } } });
const lean = (inverters: readonly unknown[], more: object = {}) => ({
  ...wireMessage(inverters),
  plant: { ...PLANT, lean: true },
  ...more,
});
const FIRST = lean([wireInverter({ serial: ONE }), wireInverter({ serial: OTHER, 0: row('', 5)[0] })], {
  all: true,
});

/** A link of which the gateway has said that there are many inverters. */
async function startMany() {
  const test = createTestLiveLink();
  test.link.show(ONE);
  test.link.start();
  await test.settle();
  test.sockets.last.opens();
  test.sockets.last.says(lean([wireInverter({ serial: ONE })]));
  test.sockets.last.opens();
  return test;
}

describe('where there are many inverters', () => {
  it('the socket for pages takes the place of the one for programs, at once', async () => {
    const { world, sockets } = await startMany();
    expect(world.opened).toEqual(['liveData', 'liveLean']);
    expect(sockets.all.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(sockets.last.sent).toEqual([`show ${ONE}`]);
  });

  it('is told which inverter the page shows, whenever that is another one', async () => {
    const { link, sockets } = await startMany();
    link.show(OTHER);
    expect(sockets.last.sent).toEqual([`show ${ONE}`, `show ${OTHER}`]);
  });

  it('a message has what is new, and the rest stays', async () => {
    const { link, sockets } = await startMany();
    sockets.last.says(FIRST);
    sockets.last.says(lean([row(OTHER, 6)], { all: false }));
    const live = link.snapshot().live;
    expect(live?.inverters.map(({ serial }) => serial)).toEqual([ONE, OTHER]);
    expect(live?.inverters.map(({ phase }) => phase?.values[0]?.value)).toEqual([247.1000061, 6]);
    expect(live?.inverters[0]?.strings).not.toEqual([]);
  });

  it('a poll asks for the inverter that is shown', async () => {
    const { link, world, sockets, pass } = await startMany();
    sockets.last.says(FIRST);
    expect(world.asked).toEqual({});
    world.answer = unreachable;
    for (let count = 0; count < 3; count++) {
      sockets.last.breaks();
      await pass(16_000);
    }
    expect(world.asked).toEqual({ shown: ONE });
    expect(link.snapshot().live?.inverters).toHaveLength(2);
  });

  it('it goes back to the other socket with the next one, once there are few', async () => {
    const { world, sockets, pass } = await startMany();
    sockets.last.says({ ...message, plant: PLANT });
    sockets.last.breaks();
    await pass(16_000);
    expect(world.opened).toEqual(['liveData', 'liveLean', 'liveData']);
  });
});
