import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Rows that are drawn above and below what can be seen, so that the keyboard and a quick thumb find some. */
const BEYOND_PX = 600;

/** The part of a long list that is drawn, and the room that the rest takes. */
export interface ShownPart {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly beforePx: number;
  readonly afterPx: number;
}

/** Which of rows of these heights are near a window that shows so much of them from there. */
export function partNear(heights: readonly number[], topPx: number, heightPx: number): ShownPart {
  let [from, beforePx] = [0, 0];
  while (from < heights.length && beforePx + (heights[from] ?? 0) < topPx - BEYOND_PX) {
    beforePx += heights[from] ?? 0;
    from += 1;
  }
  let [to, endPx] = [from, beforePx];
  while (to < heights.length && endPx < topPx + heightPx + BEYOND_PX) {
    endPx += heights[to] ?? 0;
    to += 1;
  }
  let afterPx = 0;
  for (let place = to; place < heights.length; place += 1) afterPx += heights[place] ?? 0;
  return { from, to, beforePx, afterPx };
}

/** The part of a list, which begins where `place` does, that is near what the window shows. */
export function useWindow(place: RefObject<HTMLElement | null>, heights: readonly number[]): ShownPart {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const element = place.current;
      if (element === null) return;
      // In steps, so that not every pixel draws anew.
      setTopPx(Math.max(0, Math.floor(-element.getBoundingClientRect().top / 200) * 200));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [place]);
  return partNear(heights, topPx, window.innerHeight);
}

/** What a length in rem is in pixels: whoever has chosen larger letters has higher rows. */
export const remPx = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16') || 16;

/** From here on there is room for a table. */
export const WIDE = '(min-width: 760px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
