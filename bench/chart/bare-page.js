/**
 * The least that can show the same curve: uPlot with its own axes, filled with what the gateway answers. It is moved about in
 * as its own demos do it: a drag sets the scale anew.
 */
(() => {
  const query = new URLSearchParams(location.search);
  const number = (name) => Number(query.get(name));
  const place = document.getElementById('place');
  let fromS = number('from');

  const hidden = { width: 0, points: { show: false } };
  const options = {
    width: number('width'),
    height: number('height'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false, setScale: false } },
    series: [
      {},
      hidden,
      hidden,
      { stroke: '#b7791f', width: 2, fill: 'rgb(183 121 31 / 22%)', points: { show: false } },
    ],
    bands: [{ series: [1, 2], fill: 'rgb(183 121 31 / 22%)' }],
  };
  const plot = new uPlot(options, [[], [], [], []], place);

  async function show() {
    const from = fromS;
    const curve = await (
      await fetch(`/api/heliograph/history-curve?from=${from}&to=${from + 86_400}&points=1500`)
    ).json();
    plot.setData([curve.at, curve.max, curve.min, curve.mean]);
    document.body.dataset.shown = String(from);
  }

  /** A part of what is shown, around its middle. */
  function zoom(factor) {
    const { min, max } = plot.scales.x;
    const half = (max - min) / 2 / factor;
    plot.setScale('x', { min: (min + max) / 2 - half, max: (min + max) / 2 + half });
  }

  plot.over.addEventListener('mousedown', (down) => {
    const { min, max } = plot.scales.x;
    const perPixel = (max - min) / plot.over.clientWidth;
    const move = ({ clientX }) => {
      const by = (down.clientX - clientX) * perPixel;
      plot.setScale('x', { min: min + by, max: max + by });
    };
    document.addEventListener('mousemove', move);
    document.addEventListener('mouseup', () => document.removeEventListener('mousemove', move), {
      once: true,
    });
  });
  document.querySelector('button').addEventListener('click', () => {
    fromS -= 86_400;
    void show();
  });
  window.bare = { zoom };
  void show();
})();
