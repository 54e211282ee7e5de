import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BuiltPages } from '@heliograph/contract';
import { systemErrorCode } from '../../platform/start-error.ts';
import { WEB_HEADERS } from '../answers/response-headers.ts';
import {
  answerFile,
  representation,
  type WebAnswer,
  type WebFile,
  type WebRequestHeaders,
} from './web-file.ts';

/** The built web app, held in memory: requests never reach the disk, and a new build never mixes with an old one. */
export interface StaticWeb {
  /** False when there is no build to serve. */
  readonly isBuilt: boolean;
  /** For who renders pages; undefined where there is no build. */
  readonly pages: BuiltPages | undefined;
  /** Answers a GET of `path` (decoded, without query). */
  answer(path: string, headers: WebRequestHeaders): WebAnswer;
}

/** A build, whose files can also be read here. */
export interface BuiltWeb extends StaticWeb {
  /** The text of a file, by its path; undefined where there is none. */
  textOf(path: string): string | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.br', '.gz']);
/** Files below it have a hash of their content in their name. */
const HASHED_FOLDER = '/assets/';
const INDEX = '/index.html';
const MANIFEST = '/.vite/manifest.json';
/** The name of a file; no route of the web app has a point in its last part. */
const FILE_NAME = /\.[^/]*$/;

/**
 * Reads the build in `folder`; a missing folder is a web app that was not built. The page is told where its files lie;
 * the files find each other from where they are.
 */
export async function openStaticWeb(folder: string, basePath: string): Promise<BuiltWeb> {
  const contents = withBasePath(await readFolder(folder), basePath);
  const files = new Map<string, WebFile>();
  const manifest = contents.get(MANIFEST);
  for (const [path, bytes] of contents) {
    if (path === MANIFEST) continue; // of no use to a browser
    const type = TYPES[extname(path)];
    if (COMPRESSED.has(extname(path)) || type === undefined) continue;
    const br = contents.get(`${path}.br`);
    const gzip = contents.get(`${path}.gz`);
    files.set(path, {
      type,
      isImmutable: path.startsWith(HASHED_FOLDER),
      plain: representation(bytes),
      ...(br && { br: representation(br) }),
      ...(gzip && { gzip: representation(gzip) }),
    });
  }
  const index = files.get(INDEX);
  return {
    isBuilt: index !== undefined,
    pages: index &&
      manifest && {
        document: index.plain.bytes.toString(),
        manifest: manifest.toString(),
        textOf: (file) => contents.get(`/${file}`)?.toString(),
      },
    textOf: (path) => contents.get(path)?.toString(),
    answer(path, headers) {
      if (index === undefined) return NOT_BUILT;
      const file = files.get(path);
      if (file !== undefined) return answerFile(file, headers);
      return isForPage(path, headers.accept) ? pageOf(index, headers) : NOT_FOUND;
    },
  };
}

/**
 * Routes of the web app are known in the browser only, so whatever is no file may be one. But only for who wants a page:
 * to a scraper, a worker or an icon that is not there the page would be a senseless 200.
 */
export function isForPage(path: string, accept: string | undefined): boolean {
  if (path === '/') return true;
  if (path.startsWith(HASHED_FOLDER) || FILE_NAME.test(path)) return false;
  return accept === undefined || accept.toLowerCase().includes('text/html');
}

/** The same address is nothing for who does not want a page. */
function pageOf(index: WebFile, headers: WebRequestHeaders): WebAnswer {
  const answer = answerFile(index, headers);
  return { ...answer, headers: { ...answer.headers, vary: 'Accept, Accept-Encoding' } };
}

const ROOT_LINK = /\b(href|src)="\//g;

function withBasePath(contents: ReadonlyMap<string, Buffer>, basePath: string): ReadonlyMap<string, Buffer> {
  const index = contents.get(INDEX);
  if (index === undefined || basePath === '/') return contents;
  const page = Buffer.from(index.toString().replace(ROOT_LINK, `$1="${basePath}`));
  return new Map([
    ...contents,
    [INDEX, page],
    [`${INDEX}.br`, brotliCompressSync(page)],
    [`${INDEX}.gz`, gzipSync(page)],
  ]);
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const contents = new Map<string, Buffer>();
    // One after the other: all at once they are more open files than a small limit of the system allows. And without waiting in
    // between, which took a third of a start: they are hundreds of small files, and nobody is served yet.
    for (const file of files) {
      contents.set(`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file));
    }
    return contents;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return new Map();
    throw error;
  }
}

const plainText = (status: 404 | 503, text: string): WebAnswer => ({
  status,
  headers: { ...WEB_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(`${text}\n`),
});
const NOT_FOUND = plainText(404, 'There is nothing at this address.');
const NOT_BUILT = plainText(
  503,
  'The web app is not built yet. Run "npm start" or "npm run build", then try again.',
);
