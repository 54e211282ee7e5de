/**
 * Runs in a measured page before the page itself. Notes when something was drawn on a canvas, and tells after a click when
 * what it led to was on screen: the first frame after the page says that it is there and its last drawing.
 */
(() => {
  const QUIET_MS = 400;
  const probe = { drawn: 0, paintedMs: undefined, arm };
  window.chartProbe = probe;
  let drawnAtMs = 0;
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...place) {
    probe.drawn += 1;
    drawnAtMs = performance.now();
    return clearRect.apply(this, place);
  };

  /** @param {string} isThere what is true in the page once it shows what the click led to */
  function arm(isThere) {
    probe.paintedMs = undefined;
    const holds = new Function(`return ${isThere}`);
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const framesMs = [];
        let thereAtMs;
        const look = () => {
          if (thereAtMs === undefined && holds()) thereAtMs = performance.now();
          setTimeout(() => framesMs.push(performance.now())); // right after the frame
          const lastMs = Math.max(drawnAtMs, thereAtMs ?? Number.POSITIVE_INFINITY);
          if (performance.now() - lastMs < QUIET_MS || lastMs === Number.POSITIVE_INFINITY) {
            requestAnimationFrame(look);
            return;
          }
          // A drawing belongs to the frame that ends next.
          const frameMs = framesMs.find((endMs) => endMs >= lastMs) ?? Number.NaN;
          probe.paintedMs = frameMs - timeStamp;
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  }
})();
