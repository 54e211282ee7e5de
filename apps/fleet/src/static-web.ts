import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** The built pages, held in memory: requests never reach the disk, and a new build never mixes with an old one. */
export interface StaticWeb {
  answer(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): StaticAnswer;
}

export interface StaticAnswer {
  readonly status: 200 | 304 | 404 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What goes with everything that a browser gets from here. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'",
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Files below it have a hash of their content in their name. */
const HASHED_FOLDER = '/assets/';
const INDEX = '/index.html';
const FILE_NAME = /\.[^/]*$/;

/** A missing folder is one that was not built. */
export async function openStaticWeb(folder: string): Promise<StaticWeb> {
  const contents = await readFolder(folder);
  const tags = new Map([...contents].map(([path, bytes]) => [path, tagOf(bytes)]));
  if (!contents.has(INDEX)) return { answer: () => NOT_BUILT };

  function sent(path: string, headers: Readonly<Record<string, unknown>>): StaticAnswer {
    const accepted = String(headers['accept-encoding'] ?? '').toLowerCase();
    const [encoding, suffix] = ENCODINGS.find(
      ([name, end]) => takes(accepted, name) && contents.has(`${path}${end}`),
    ) ?? ['', ''];
    const etag = tags.get(`${path}${suffix}`) ?? '';
    const all = {
      ...SECURITY_HEADERS,
      ...{ 'content-type': TYPES[extname(path)] ?? '', etag, vary: 'Accept-Encoding' },
      'cache-control': path.startsWith(HASHED_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(encoding !== '' && { 'content-encoding': encoding }),
    };
    return String(headers['if-none-match'] ?? '').includes(etag)
      ? { status: 304, headers: all, body: undefined }
      : { status: 200, headers: all, body: contents.get(`${path}${suffix}`) };
  }

  return {
    answer(path, headers) {
      if (contents.has(path) && TYPES[extname(path)] !== undefined) return sent(path, headers);
      // Pages are known in the browser only, so whatever is no file may be one.
      return FILE_NAME.test(path) ? NOT_FOUND : sent(INDEX, headers);
    },
  };
}

const takes = (accepted: string, encoding: string) =>
  accepted
    .split(',')
    .some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(part.trim()));

const tagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      contents.set(`/${relative(folder, file).split(sep).join('/')}`, await readFile(file));
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return contents;
}

const plainText = (status: 404 | 503, text: string): StaticAnswer => ({
  status,
  headers: {
    ...SECURITY_HEADERS,
    ...{ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  },
  body: Buffer.from(`${text}\n`),
});
const NOT_FOUND = plainText(404, 'There is nothing at this address.');
const NOT_BUILT = plainText(503, 'The pages are not built yet. Run "npm run build", then try again.');
