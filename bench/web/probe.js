/**
 * Runs in a measured page before the page itself. Notes when the first live values have been painted, what timers and
 * animation frames the page runs, how long it takes from a click until a dialog has been painted, and when a tab answers.
 */
(() => {
  /** Shown by all measured pages in the same places. */
  const VALUES = {
    totalPower: '[aria-label="Totals"] p',
    firstPower: '[data-channel="0"] [data-quantity="power"] dd',
  };
  const DIALOG = 'dialog[open] input';
  const { setTimeout, setInterval, requestAnimationFrame } = window;
  const probe = { paintedAtMs: {}, timers: 0, frames: 0, dialogMs: undefined, armDialog, clickSecondTab };
  window.benchProbe = probe;

  const isSeen = (element) => element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** Calls `then` right after the first frame in which `holds` does. */
  function afterPaint(holds, then) {
    const look = () => {
      if (holds()) setTimeout.call(window, () => then(performance.now()));
      else requestAnimationFrame.call(window, look);
    };
    requestAnimationFrame.call(window, look);
  }

  for (const [name, selector] of Object.entries(VALUES)) {
    const isShown = () => {
      const element = document.querySelector(selector);
      return element !== null && /\d/.test(element.textContent) && isSeen(element);
    };
    afterPaint(isShown, (nowMs) => {
      probe.paintedAtMs[name] = nowMs;
    });
  }

  function armDialog() {
    probe.dialogMs = undefined;
    const onClick = ({ timeStamp }) =>
      afterPaint(
        () => isSeen(document.querySelector(DIALOG)),
        (nowMs) => {
          probe.dialogMs = nowMs - timeStamp;
        },
      );
    addEventListener('click', onClick, { capture: true, once: true });
  }

  /** Clicks in each frame, as somebody who does not wait would, until it works. */
  function clickSecondTab() {
    const second = () => document.querySelectorAll('[role="tab"]')[1];
    const isChosen = () => second()?.ariaSelected === 'true';
    const click = () => {
      if (isChosen()) return;
      if (isSeen(second())) second().click();
      requestAnimationFrame.call(window, click);
    };
    requestAnimationFrame.call(window, click);
    afterPaint(isChosen, (nowMs) => {
      probe.clickedMs = nowMs;
    });
  }

  const counted = (action, name) =>
    typeof action !== 'function'
      ? action
      : (...given) => {
          probe[name] += 1;
          return action(...given);
        };
  window.setTimeout = (action, ...rest) => setTimeout.call(window, counted(action, 'timers'), ...rest);
  window.setInterval = (action, ...rest) => setInterval.call(window, counted(action, 'timers'), ...rest);
  window.requestAnimationFrame = (action) => requestAnimationFrame.call(window, counted(action, 'frames'));
})();
