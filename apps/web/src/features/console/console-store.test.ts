import { describe, expect, it } from 'vitest';
import { createConsoleStore, LINES_MAX } from './console-store.ts';

const STAMP_LENGTH = '00:00:00.000 > '.length;

function createTestStore() {
  const frames: (() => void)[] = [];
  const store = createConsoleStore({ now: () => new Date(0), onFrame: (action) => frames.push(action) });
  const world = { changes: 0 };
  store.subscribe(() => {
    world.changes += 1;
  });
  const draw = () => {
    for (const frame of frames.splice(0)) frame();
  };
  return {
    store,
    world,
    frames,
    draw,
    /** Lines `from`, `from + 1`, ... and a picture. */
    say(from: number, count: number) {
      store.add(Array.from({ length: count }, (_, index) => `line ${from + index}\r\n`).join(''));
      draw();
    },
    texts: () => store.snapshot().lines.map(({ text }) => text.slice(STAMP_LENGTH)),
  };
}

const lastOf = (texts: readonly string[]) => [texts.length, texts[0], texts.at(-1)];

describe('the lines that are kept', () => {
  it('are shown once per picture, however many pieces come', () => {
    const { store, world, frames, draw, texts } = createTestStore();
    for (let piece = 0; piece < 100; piece++) store.add(`line ${piece}\r\n`);
    expect([frames.length, world.changes, texts()]).toEqual([1, 0, []]);
    draw();
    expect([world.changes, texts().length]).toEqual([1, 100]);
    expect(store.snapshot()).toBe(store.snapshot());
  });

  it('are the last 2,000, and it is said that there were more', () => {
    const { store, say, texts } = createTestStore();
    say(0, LINES_MAX);
    expect([store.snapshot().lineCount, store.snapshot().hasDropped]).toEqual([2000, false]);
    say(LINES_MAX, 7);
    expect(lastOf(texts())).toEqual([2000, 'line 7', 'line 2006']);
    expect(store.snapshot().hasDropped).toBe(true);
  });

  it('are no more while nothing is drawn', () => {
    const { store, frames, say, texts } = createTestStore();
    for (let piece = 0; piece < 20_000; piece++) store.add(`line ${piece}\n`);
    expect(frames).toHaveLength(1);
    say(20_000, 1);
    expect(lastOf(texts())).toEqual([2000, 'line 18001', 'line 20000']);
  });

  it('grow while they have no end, without being there twice', () => {
    const { store, draw, texts } = createTestStore();
    store.add('one\r\ntw');
    draw();
    expect(texts()).toEqual(['one', 'tw']);
    store.add('o');
    store.add(' and a half\r\nthree');
    draw();
    expect(texts()).toEqual(['one', 'two and a half', 'three']);
  });

  it('tell how long the longest is', () => {
    const { store, draw } = createTestStore();
    store.add('one\nthree\nfive\n');
    draw();
    expect(store.snapshot().longest).toBe(STAMP_LENGTH + 5);
  });

  it('go when they are cleared, with what has not been drawn', () => {
    const { store, say, draw, texts } = createTestStore();
    say(0, LINES_MAX + 5);
    store.add('half a li');
    store.clear();
    draw();
    expect(store.snapshot()).toMatchObject({ lineCount: 0, hasDropped: false, longest: 0, follows: true });
    store.add('ne\r\n');
    draw();
    expect(texts()).toEqual(['ne']);
  });
});

describe('lines that are not followed', () => {
  it('are shown as they come, and nothing waits', () => {
    const { store, say, texts } = createTestStore();
    store.follow(false);
    say(0, 3);
    expect([texts().length, store.snapshot()]).toMatchObject([
      3,
      { follows: false, waiting: 0, lineCount: 3 },
    ]);
    store.hold(true);
    store.hold(false);
    expect(store.snapshot().follows).toBe(false);
  });

  it('are so after a clearing too', () => {
    const { store, say, texts } = createTestStore();
    say(0, 3);
    store.hold(true);
    store.clear();
    say(3, 2);
    expect([texts().length, store.snapshot()]).toMatchObject([2, { follows: false, waiting: 0 }]);
    store.follow(true);
    expect(store.snapshot().follows).toBe(true);
  });
});

describe('lines that are held', () => {
  it('stay as they are while others wait', () => {
    const { store, say, texts } = createTestStore();
    say(0, 10);
    store.hold(true);
    say(10, 5);
    expect(lastOf(texts())).toEqual([10, 'line 0', 'line 9']);
    expect(store.snapshot()).toMatchObject({ follows: false, waiting: 5, lineCount: 10 });
    store.hold(false);
    expect(lastOf(texts())).toEqual([15, 'line 0', 'line 14']);
    expect(store.snapshot()).toMatchObject({ follows: true, waiting: 0 });
  });

  it('stay the same object, so that nothing is drawn anew', () => {
    const { store, say } = createTestStore();
    say(0, 10);
    store.hold(true);
    const { lines } = store.snapshot();
    say(10, 5);
    expect(store.snapshot().lines).toBe(lines);
  });

  it('outlast a flood; all that came are counted, and the last 2,000 kept', () => {
    const { store, say, texts } = createTestStore();
    say(0, 10);
    store.hold(true);
    say(10, 3000);
    say(3010, 3000);
    expect(lastOf(texts())).toEqual([10, 'line 0', 'line 9']);
    expect(store.snapshot()).toMatchObject({ waiting: 6000, hasDropped: true });
    expect(store.all()).toHaveLength(10 + LINES_MAX);
    store.hold(false);
    expect(lastOf(texts())).toEqual([2000, 'line 4010', 'line 6009']);
  });

  it('are at least one', () => {
    const { store, say, texts } = createTestStore();
    store.hold(true);
    say(0, 3);
    expect(texts()).toHaveLength(3);
    store.hold(true);
    say(3, 3);
    store.filter('line 4');
    expect([texts(), store.snapshot()]).toMatchObject([['line 4'], { follows: false, waiting: 0 }]);
  });

  it('are copied with those that wait, each once', () => {
    const { store, say, draw } = createTestStore();
    say(0, 3);
    store.add('gro');
    draw();
    store.hold(true);
    store.add('wn\n');
    say(3, 2);
    expect(store.all().map(({ text }) => text.slice(STAMP_LENGTH))).toEqual([
      ...['line 0', 'line 1', 'line 2', 'grown', 'line 3', 'line 4'],
    ]);
  });
});

describe('the filter', () => {
  it('lets through what has the text in it, whatever the case', () => {
    const { store, say, draw, texts } = createTestStore();
    say(0, 5);
    store.add('info  TX 0A FF\r\n');
    draw();
    store.filter('tx 0a');
    expect(texts()).toEqual(['info  TX 0A FF']);
    expect(store.snapshot().lineCount).toBe(6);
    store.filter('');
    expect(texts()).toHaveLength(6);
  });

  it('takes its text as it is: no patterns', () => {
    const { store, say, texts } = createTestStore();
    say(0, 3);
    store.filter('line .');
    expect(texts()).toEqual([]);
  });

  it('counts for what comes later, and for what grows', () => {
    const { store, say, draw, texts } = createTestStore();
    store.filter('7');
    say(0, 20);
    store.add('seven is ');
    draw();
    expect(texts()).toEqual(['line 7', 'line 17']);
    store.add('7');
    draw();
    expect(texts()).toEqual(['line 7', 'line 17', 'seven is 7']);
  });

  it('loses lines as all others when they are too many', () => {
    const { store, say, texts } = createTestStore();
    store.filter('5');
    say(0, LINES_MAX);
    say(LINES_MAX, 100);
    const shown = texts();
    expect(shown[0]).toBe('line 105');
    expect(shown.at(-1)).toBe('line 2095');
    store.filter('');
    store.filter('5');
    expect(texts()).toEqual(shown);
  });

  it('counts only those of the waiting that it lets through', () => {
    const { store, say, texts } = createTestStore();
    say(0, 10);
    store.hold(true);
    say(10, 20);
    store.filter('7');
    expect([texts(), store.snapshot().waiting]).toEqual([['line 7'], 2]);
  });
});
