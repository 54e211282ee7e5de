// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ReactNamespace from 'react';
import type ReactDomNamespace from 'react-dom';
import type ReactDomClientNamespace from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { leftOutIn, withoutUnused } from '../plugins/lean-react.ts';

const require = createRequire(import.meta.url);

/** One of React's files as a build has it. */
function leanFile<Exports>(
  packageName: string,
  file: string,
  imports: Readonly<Record<string, unknown>>,
): Exports {
  const path = join(dirname(require.resolve(packageName)), 'cjs', `${file}.production.js`);
  const exports: Partial<Exports> = {};
  new Function('exports', 'require', withoutUnused(file, readFileSync(path, 'utf8')))(
    exports,
    (name: string) => imports[name] ?? require(name),
  );
  return exports as Exports;
}

const React = leanFile<typeof ReactNamespace>('react', 'react', {});
const ReactDom = leanFile<typeof ReactDomNamespace>('react-dom', 'react-dom', { react: React });
const { createRoot } = leanFile<typeof ReactDomClientNamespace>('react-dom', 'react-dom-client', {
  react: React,
  'react-dom': ReactDom,
});
const { createElement: element, useState } = React;

let root: ReactDomClientNamespace.Root | undefined;

function draw(node: ReactNamespace.ReactNode): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'));
  const opened = createRoot(container, { onCaughtError: () => undefined });
  root = opened;
  ReactDom.flushSync(() => opened.render(node));
  return container;
}

afterEach(() => {
  ReactDom.flushSync(() => root?.unmount());
  document.body.replaceChildren();
});

class Boundary extends React.Component<{ readonly children: ReactNamespace.ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render(): ReactNamespace.ReactNode {
    return this.state.failed ? 'failed' : this.props.children;
  }
}

describe('React without what is never asked of it', () => {
  it('draws, hears events, runs effects and cleans up after them', () => {
    const log: string[] = [];
    const Word = React.createContext('');
    function Counter() {
      const [count, setCount] = useState(0);
      React.useEffect(() => {
        log.push(`effect ${count}`);
        return () => void log.push(`end ${count}`);
      }, [count]);
      return element('button', { onClick: () => setCount(count + 1) }, React.useContext(Word), count);
    }
    const container = draw(element(Word, { value: 'clicks ' }, element(Counter)));
    const button = container.querySelector('button');
    ReactDom.flushSync(() => button?.click());
    expect(container.textContent).toBe('clicks 1');
    ReactDom.flushSync(() => root?.render(null));
    expect(container.innerHTML).toBe('');
    expect(log).toEqual(['effect 0', 'end 0', 'effect 1', 'end 1']);
  });

  it('keeps the value of a controlled field', () => {
    function Field() {
      const [value, setValue] = useState('');
      const onChange = (event: ReactNamespace.ChangeEvent<HTMLInputElement>) =>
        setValue(event.target.value.toUpperCase());
      return element('input', { value, onChange, id: React.useId() });
    }
    const input = draw(element(Field)).querySelector('input');
    // As a browser does it, past the setter by which React knows its own writing.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'abc');
    ReactDom.flushSync(() => input?.dispatchEvent(new Event('input', { bubbles: true })));
    expect(input?.value).toBe('ABC');
    expect(input?.id).not.toBe('');
  });

  it('moves what has a key, and draws the attributes of icons', () => {
    const list = (keys: string) =>
      [...keys].map((key) => element('svg', { key, id: key, strokeLinecap: 'round', viewBox: '0 0 1 1' }));
    const container = draw(list('abc'));
    const first = container.firstElementChild;
    ReactDom.flushSync(() => root?.render(list('cda')));
    expect([...container.children].map(({ id }) => id)).toEqual(['c', 'd', 'a']);
    expect(container.lastElementChild).toBe(first);
    expect(first?.getAttribute('stroke-linecap')).toBe('round');
  });

  it('shows a fallback until what is lazy has come', async () => {
    const page = Promise.resolve({ default: () => element('p', null, 'page') });
    const Page = React.lazy(() => page);
    const container = draw(element(React.Suspense, { fallback: 'waiting' }, element(Page)));
    expect(container.textContent).toBe('waiting');
    await expect.poll(() => container.textContent).toBe('page');
  });

  it('keeps a failure inside its boundary, also that of an element it no longer knows', () => {
    const Failing = () => {
      throw new Error('no');
    };
    expect(draw(element(Boundary, null, element(Failing))).textContent).toBe('failed');
    const { Activity } = require('react');
    expect(draw(element(Boundary, null, element(Activity))).textContent).toBe('failed');
  });
});

describe('the list of what is left out', () => {
  it('does not fit another React', () => {
    expect(() => withoutUnused('react', 'exports.useState = 1;')).toThrow('react has no Activity, Children');
  });

  it.each([
    ["import { lazy, Activity } from 'react';", 'Activity'],
    ["import { createPortal } from 'react-dom';", 'createPortal'],
    ['<><title>Page</title></>', 'title'],
    ['<my-element />', 'my-element'],
    ["import { lazy, Suspense } from 'react'; <Title /> <td>", undefined],
  ])('tells what a file wants of it: %s', (code, name) => {
    expect(leftOutIn(code)).toBe(name);
  });
});
