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

describe('lines that are held', () => {
  it('stay as they are while others wait', () => {
    const { store, say, texts } = createTestStore();
    say(0, 10);
    store.follow(false);
    say(10, 5);
    expect(lastOf(texts())).toEqual([10, 'line 0', 'line 9']);
    expect(store.snapshot()).toMatchObject({ follows: false, waiting: 5, lineCount: 10 });
    store.follow(true);
    expect(lastOf(texts())).toEqual([15, 'line 0', 'line 14']);
    expect(store.snapshot()).toMatchObject({ follows: true, waiting: 0 });
  });

  it('stay the same object, so that nothing is drawn anew', () => {
    const { store, say } = createTestStore();
    say(0, 10);
    store.follow(false);
    const { lines } = store.snapshot();
    say(10, 5);
    expect(store.snapshot().lines).toBe(lines);
  });

  it('outlast a flood, of which as many wait as are kept', () => {
    const { store, say, texts } = createTestStore();
    say(0, 10);
    store.follow(false);
    say(10, 3000);
    say(3010, 3000);
    expect(lastOf(texts())).toEqual([10, 'line 0', 'line 9']);
    expect(store.snapshot().waiting).toBe(LINES_MAX);
    store.follow(true);
    expect(lastOf(texts())).toEqual([2000, 'line 4010', 'line 6009']);
  });

  it('may be none', () => {
    const { store, say, texts } = createTestStore();
    store.follow(false);
    say(0, 3);
    expect([texts(), store.snapshot().waiting]).toEqual([[], 3]);
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
    store.follow(false);
    say(10, 20);
    store.filter('7');
    expect([texts(), store.snapshot().waiting]).toEqual([['line 7'], 2]);
  });
});
