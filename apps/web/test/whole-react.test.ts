import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildPart } from './build-part.ts';

const ENTRY = 'virtual:a-package';

/** What a package may use of React and this app does not. */
const PACKAGE = `
import { Component, createElement, Profiler, useActionState, useDeferredValue, useEffect, useOptimistic, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';

class Frame extends Component {
  render() { return this.props.children; }
}

function Search({ place }) {
  const [typed, setTyped] = useState('a');
  const [sent] = useActionState((count) => count + 1, 7);
  const [hoped] = useOptimistic('hoped');
  const found = useDeferredValue(typed, 'nothing yet');
  useEffect(() => setTyped('ab'), []);
  return createPortal([typed, found, sent, hoped].join(' '), place);
}

export function show(root, place) {
  const profiler = createElement(Profiler, { id: 'p', onRender() {} }, createElement(Search, { place }));
  createRoot(root).render(createElement(Frame, null, createElement('title', null, 'Found'), profiler));
}
`;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(['production', 'device'])(
  'a package that uses parts of React that the app does not, built for %s',
  (mode) => {
    it('works: a portal, deferred values, actions, a title for the head', async () => {
      const outDir = await mkdtemp(join(tmpdir(), 'heliograph-whole-react-'));
      await writeFile(join(outDir, 'package.json'), '{"type":"module"}');
      const { path } = await buildPart({
        mode,
        entry: ENTRY,
        outDir,
        plugins: [
          {
            name: 'a-package',
            resolveId: (source) => (source === ENTRY ? `\0${ENTRY}` : null),
            load: (id) => (id === `\0${ENTRY}` ? PACKAGE : null),
          },
        ],
      });
      const window = new Window();
      for (const name of ['window', 'document', 'navigator', 'HTMLIFrameElement', 'HTMLElement', 'Node']) {
        vi.stubGlobal(name, Reflect.get(window, name));
      }
      const { show } = await import(pathToFileURL(path).href);
      const { body } = window.document;
      body.innerHTML = '<div id="root"></div><div id="place"></div>';
      show(window.document.getElementById('root'), window.document.getElementById('place'));
      await vi.waitFor(() =>
        expect(window.document.getElementById('place')?.textContent).toBe('ab ab 7 hoped'),
      );
      expect(window.document.getElementById('root')?.textContent).toBe('');
      expect(window.document.head.querySelector('title')?.textContent).toBe('Found');
      await window.happyDOM.close();
      await rm(outDir, { recursive: true });
    }, 60_000);
  },
);
