import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './root.mjs';

/** A page of Markdown, in the parts that tests compare with the code. */
export interface Document {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  /** As it is. */
  readonly text: string;
  /** What stands in it, without blocks of code: what looks like Markdown there is none. */
  readonly prose: string;
  /** As links name them. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Link[];
  /** Every text in bold, on one line. */
  readonly boldTexts: readonly string[];
  /** The rows of the tables below a heading, each with its cells; those of code without their marks. */
  rowsBelow(heading: string): readonly (readonly string[])[];
}

export interface Link {
  readonly target: string;
  readonly isPicture: boolean;
}

/** Reads the page at `path`, which counts from the root of the repository. */
export function readDocument(path: string): Document {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const prose = text.replace(/^( *)(```|~~~).*?^\1\2$/gms, '');
  const withoutCode = prose.replace(/`[^`\n]*`/g, '');
  return {
    path,
    text,
    prose,
    anchors: anchorsOf(prose),
    links: linksOf(withoutCode),
    boldTexts: [...withoutCode.matchAll(/\*\*(.+?)\*\*/gs)].map(([, text = '']) => text.replace(/\s+/g, ' ')),
    rowsBelow: (heading) => rowsOf(partBelow(prose, heading)),
  };
}

/** The pages in a folder and in those below it, by path. Without a folder: those at the root, and none below. */
export function documentPaths(folder = ''): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort();
}

/** Where a link of a page leads: a path from the root of the repository, and the anchor there. */
export function placeOf(document: Document, target: string): { path: string; anchor: string } {
  const [file = '', anchor = ''] = target.split('#');
  const path = file === '' ? document.path : join(dirname(document.path), decodeURI(file));
  return { path: path.replaceAll('\\', '/'), anchor };
}

function linksOf(prose: string): readonly Link[] {
  const inMarkdown = [...prose.matchAll(/(!?)\[[^\]]*\]\(([^()\s]+)\)/g)].map(
    ([, mark, target = '']): Link => ({ target, isPicture: mark === '!' }),
  );
  const inHtml = [...prose.matchAll(/<img [^>]*?src="([^"]+)"/g)].map(
    ([, target = '']): Link => ({ target, isPicture: true }),
  );
  return [...inMarkdown, ...inHtml];
}

/** As GitHub makes them: lower case, without signs, blanks as hyphens; one that comes again has a number. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  const named = [...prose.matchAll(/<a id="([\w.-]+)"><\/a>/g)].map(([, id = '']) => id);
  return new Set([...anchors, ...named]);
}

function partBelow(prose: string, heading: string): string {
  const part = prose.split(/^#+ /m).find((section) => section.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`There is no heading "${heading}".`);
  return part;
}

/** Without the head of each table and the line below it. */
function rowsOf(part: string): readonly (readonly string[])[] {
  return [...part.matchAll(/^\|.*\n\|[ :|-]+\|\n((?:\|.*\n?)*)/gm)].flatMap(([, body = '']) =>
    body.trimEnd().split('\n').map(cellsOf),
  );
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'));
}
