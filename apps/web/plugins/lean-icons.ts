import type { Plugin } from 'vite';

const ICON_FILE = /lucide-react\/dist\/esm\/icons\/(?!index\.)[\w-]+\.mjs$/;
const LEAN = 'virtual:lean-icon';
/** What lies in the brackets of `node: [...]`, brackets included. */
const SHAPES = /^ {2}node: (\[.*?\])(?:,\n {2}aliases|\n\};)/ms;

/**
 * Draws an icon as lucide does for a size and attributes; its own component also knows defaults from a context, other
 * units of stroke, names of classes and so on.
 */
const LEAN_ICON = `
import { createElement } from 'react';
export default (shapes) => ({ size, ...attributes }) => createElement(
  'svg',
  {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    ...attributes,
  },
  ...shapes.map(([tag, shape]) => createElement(tag, shape)),
);
`;

/** Makes each icon its shapes alone: the keys that lists of elements need and its names are noise that does not compress. */
export function leanIcons(): Plugin {
  return {
    name: 'heliograph:lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === LEAN ? LEAN : null),
    load: (id) => (id === LEAN ? LEAN_ICON : null),
    transform: {
      filter: { id: ICON_FILE },
      handler(code, id) {
        const shapes = SHAPES.exec(code)?.[1];
        if (shapes === undefined) throw new Error(`${id} is no icon as lucide has them`);
        return `import icon from '${LEAN}'; export default icon(${shapes.replace(/, key: "\w+"/g, '')});`;
      },
    },
  };
}
