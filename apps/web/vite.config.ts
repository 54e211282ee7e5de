import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { protectionsInPlace } from '../../seams/shipped.ts';
import { asciiOnly } from '../../tools/ascii-only.ts';
import { buildConstants } from './plugins/build-constants.ts';
import { guide } from './plugins/guide-pages.ts';

const GATEWAY = process.env.HELIOGRAPH_DEV_GATEWAY ?? 'http://localhost:8080';

/** The oldest browsers that the pages are for. */
const BROWSERS = ['es2022', 'chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** What is smaller gains nothing. */
const COMPRESS_ABOVE_BYTES = 256;
const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest)$/;

/**
 * Writes a .gz (and, unless for a device's flash, a .br) beside each file of text, as small as zlib makes them: browsers
 * take brotli over https only, and a device's flash holds gzip.
 */
function preCompress(encodings: { readonly brotli: boolean }): Plugin {
  const asBrotli = promisify(brotliCompress);
  const asGzip = promisify(gzip);
  let outDir = '';

  /** More memory means longer blocks; for which of them the codes come out shortest differs from file to file. */
  async function smallestGzip(content: Buffer): Promise<Buffer> {
    const level = constants.Z_BEST_COMPRESSION;
    const packed = await Promise.all([7, 8, 9].map((memLevel) => asGzip(content, { level, memLevel })));
    return packed.reduce((best, next) => (next.length < best.length ? next : best));
  }

  async function compress(path: string): Promise<void> {
    const content = await readFile(path);
    if (content.length <= COMPRESS_ABOVE_BYTES) return;
    await writeFile(`${path}.gz`, await smallestGzip(content));
    if (!encodings.brotli) return;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await writeFile(`${path}.br`, await asBrotli(content, { params }));
  }

  return {
    name: 'heliograph:pre-compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
      await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))));
    },
  };
}

/** The script chooses the theme, so the page must not be painted before it ran. In a build it is the only one. */
function scriptBeforePaint(): Plugin {
  return {
    name: 'heliograph:script-before-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

/** What stands in a page that the gateway renders; the name of its file is in the manifest. */
function scriptBeforeApp(): Plugin {
  return {
    name: 'heliograph:script-before-app',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/before-app.ts', name: 'before-app' });
    },
  };
}

/** What the page of a fleet has in the place of what that of a gateway has: all else in it is the same. */
const IN_PLACE_OF = [
  ['<title>Heliograph</title>', '<title>Heliograph fleet</title>'],
  ['Live view and settings of a solar gateway', 'All sites of a fleet of solar plants'],
  ['/src/main.tsx', '/src/fleet/main.tsx'],
] as const;

/** Makes the page of a fleet of that of a gateway. */
function pageOfFleet(): Plugin {
  return {
    name: 'heliograph:page-of-fleet',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        IN_PLACE_OF.reduce((page, [ofGateway, ofFleet]) => {
          if (!page.includes(ofGateway)) throw new Error(`index.html has no ${ofGateway}`);
          return page.replace(ofGateway, ofFleet);
        }, html),
    },
  };
}

/** What a phone needs to install the page, and the worker that shows the last values while the gateway does not answer. */
function forPhones(): Plugin {
  const folder = resolve(import.meta.dirname, 'phone');
  return {
    name: 'heliograph:for-phones',
    apply: 'build',
    async buildStart() {
      const emit = (fileName: string, source: string | Buffer) =>
        this.emitFile({ type: 'asset', fileName, source });
      for (const name of await readdir(folder)) emit(name, await readFile(join(folder, name)));
      const script = await bundled('src/offline/offline-page-script.ts');
      const constants = { __OFFLINE_PAGE_SCRIPT__: JSON.stringify(script) };
      // Its name stays the same: the browser looks by that whether there is another one.
      emit('offline-worker.js', await bundled('src/offline/offline-worker.ts', constants));
    },
    transformIndexHtml: () => [
      // With the cookies of the page: in front of the gateway there may be somebody who wants these.
      {
        tag: 'link',
        attrs: { rel: 'manifest', href: '/manifest.webmanifest', crossorigin: 'use-credentials' },
        injectTo: 'head',
      },
      {
        tag: 'link',
        attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        injectTo: 'head',
      },
      // Else it would be the title of the moment.
      {
        tag: 'meta',
        attrs: { name: 'apple-mobile-web-app-title', content: 'Heliograph' },
        injectTo: 'head',
      },
    ],
  };
}

/** A script that imports nothing, as a browser runs it that knows no modules there. */
async function bundled(entry: string, constants: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = await build({
    ...{ root: import.meta.dirname, configFile: false, logLevel: 'silent', publicDir: false },
    define: { ...buildConstants({ forDevice: false, pages: ['gateway'] }), ...constants },
    build: {
      write: false,
      target: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input: resolve(import.meta.dirname, entry), output: { format: 'iife' } },
    },
  });
  if (!('output' in built)) throw new Error(`${entry} is not one build`);
  const [{ code }, ...others] = built.output;
  if (others.length > 0) throw new Error(`${entry} does not fit into one file`);
  return code.trim();
}

interface Chunk {
  readonly name: string;
  readonly facadeModuleId?: string | null;
}

/** The language of a file of texts. */
const localeOf = ({ facadeModuleId }: Chunk) => /\/i18n\/(\w+)\/\w+\.ts$/.exec(facadeModuleId ?? '')?.[1];

/**
 * The page, the code that it starts with, and the bundler's own few lines, which would else be one more file to ask for:
 * what these import comes with them.
 */
const START = {
  name: 'index',
  test: /\/web\/index\.html$|\/src\/(?:fleet\/)?main\.tsx$|rolldown\/runtime/,
  priority: 2,
};

/** What two or more pages share is one file, so that each of them is little more than itself. */
const OUTPUT = {
  // Few letters pack best, and the names of all files are in the first one; so many tell any two builds apart.
  hashCharacters: 'hex' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
  chunkFileNames: (chunk: Chunk) =>
    `assets/${[chunk.name, localeOf(chunk)].filter((part) => part !== undefined).join('-')}-[hash:7].js`,
  codeSplitting: {
    groups: [
      START,
      // What draws is large, and only where something is drawn; what stands below comes after it.
      { name: 'chart', test: /\/src\/shared\/chart\/(?!foot|table)|\/node_modules\/uplot\//, priority: 1 },
      // What only the pages of the plant share: settings and facts need none of it.
      {
        name: 'plant-pages',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/(?:energy-csv|findings|history|plant)\.ts$|\/src\/shared\/(?:lib\/periods|page\/(?:plant-curves|expected-curve|well-line)|api\/(?:use-answers|download-text))\.tsx?$/,
        priority: 1,
        minShareCount: 2,
      },
      // Reached by all that sends files, and needed by one part of the page of the configuration.
      {
        name: 'gateway-part',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/(?:backup|changes)\.ts$/,
        priority: 1,
      },
      // The guide sets the language of messages, and the other pages know nothing of alerts.
      {
        name: 'alert-calls',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/alerts\.ts$/,
        priority: 1,
      },
      // Asks before what only some pages do, and tells the plant's time, which draws and does not: the others have no room for it.
      {
        name: 'ask-dialog',
        includeDependenciesRecursively: false,
        test: /\/src\/shared\/(?:form\/(?:ask-dialog|form-dialog|text-area-field)|page\/order-dialog|i18n\/(?:plant-time|with-unit))\./,
        priority: 2,
      },
      // What only pages need that send files, restart something and wait for it.
      {
        name: 'tasks',
        includeDependenciesRecursively: false,
        test: /\/src\/shared\/(?:page\/(?:restart-view|task-view|use-task|task-page|task-notice)|api\/(?:upload-file|wait-for-restart|running-version)|form\/file-field|i18n\/refusal-text)\.tsx?$|\/contract\/src\/(?:config-files|file-refusals|uploads)\.ts$/,
        priority: 1,
        minShareCount: 2,
      },
      // What only the pages need that show facts.
      {
        name: 'facts',
        includeDependenciesRecursively: false,
        test: /\/src\/shared\/page\/(?:info-page|time-facts|connection-row)\./,
        priority: 1,
        minShareCount: 2,
      },
      // What the guide of a fresh gateway has of one page each: the others have no room for it.
      {
        name: 'source-calls',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/(?:sources|source-device)\.ts$|\/src\/shared\/lib\/source-address\.ts$/,
        priority: 1,
        minShareCount: 2,
      },
      {
        name: 'place',
        includeDependenciesRecursively: false,
        test: /\/src\/shared\/(?:lib\/own-location|form\/place|api\/zones)\.ts$/,
        priority: 1,
        minShareCount: 2,
      },
      // Of the page of the radio, and of that of the inverters where one of them is out of its reach.
      {
        name: 'radio-calls',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/radio(?:-faults)?\.ts$|\/src\/shared\/page\/out-of-band\.tsx$/,
        priority: 1,
      },
      // What only the pages about who may come in need.
      {
        name: 'account-calls',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/(?:accounts|sessions|shares)\.ts$|\/src\/shared\/(?:form\/password-field|api\/renew-login)\.tsx?$/,
        priority: 1,
      },
      // What talks to the devices that keep passkeys: the login and the own account have it once the rest is there.
      {
        name: 'passkeys',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/passkeys\.ts$|\/src\/shared\/api\/passkeys\.ts$|\/node_modules\/@simplewebauthn\//,
        priority: 1,
      },
      // What only the dialogs of the live view and the page of the limits say of orders.
      {
        name: 'orders',
        includeDependenciesRecursively: false,
        test: /\/contract\/src\/(?:by-serial|command-status|inverter-limit|limits|orders)\.ts$|\/src\/shared\/(?:page\/order-steps|lib\/preset-watts)\./,
        priority: 1,
        minShareCount: 2,
      },
      // What only pages with a whole form of settings need: those that name all settings have no room for it.
      {
        name: 'settings-form',
        includeDependenciesRecursively: false,
        test: /\/src\/shared\/form\/(?:settings-page|settings-variant|use-settings-form|save-footer|secret-field|range-field|combo-box|find-options|trial)\.tsx?$/,
        priority: 1,
        minShareCount: 2,
      },
      {
        name: 'shared',
        test: /\/src\/shared\/(?!i18n\/)|\/packages\/contract\/(?!src\/(?:inverter-settings|device-settings|mqtt|network|dtu|security)\.ts)|\/node_modules\//,
        minShareCount: 2,
      },
      // What only the pages have that edit what an original device knows as well.
      {
        name: 'device-settings',
        test: /\/contract\/src\/(?:inverter-settings|device-settings|mqtt|network|dtu|security)\.ts$/,
        minShareCount: 2,
      },
    ],
  },
};

const isShared = (file: string) => file.includes('/shared-');

/**
 * Names that stay the same and few files, as a device's flash has them: app.js for the live view, admin.js for the
 * rest, one file per language, style.css.
 */
const DEVICE_OUTPUT = {
  entryFileNames: 'app.js',
  chunkFileNames: (chunk: Chunk) => `${localeOf(chunk) ?? chunk.name}.js`,
  assetFileNames: 'style[extname]',
  codeSplitting: {
    groups: [
      // What the live view may need besides is no file of its own there.
      { ...START, test: new RegExp(`${START.test.source}|/live-data/(?:plant-part|hints)`) },
      {
        name: 'admin',
        test: /\/src\/(?!shared\/i18n\/\w+\/|event-texts-)|\/node_modules\//,
      },
    ],
  },
};

/** The pages of the fleet: what they start with, what draws charts, and what draws maps, which comes with the map alone. */
const FLEET_OUTPUT = {
  ...OUTPUT,
  codeSplitting: {
    groups: [
      START,
      { name: 'chart', test: /\/src\/shared\/chart\/(?!foot|table)|\/node_modules\/uplot\//, priority: 1 },
      // What checks the bodies of calls: of forms alone.
      { name: 'bodies', test: /\/fleet-contract\/src\/bodies\.ts$|\/node_modules\/zod\//, priority: 1 },
      // On the page of a site, and beside all sites once somebody opens it.
      {
        name: 'history-cards',
        includeDependenciesRecursively: false,
        test: /\/src\/fleet\/history\/(?!curves)|\/src\/shared\/i18n\/plant-time\.ts$/,
        priority: 1,
      },
      {
        name: 'shared',
        test: /\/src\/(?:shared|fleet)\/(?!i18n\/)|\/packages\/|\/node_modules\//,
        minShareCount: 2,
      },
    ],
  },
};

/** Whose pages a build has, where it goes, and how it is divided into files. */
const BUILD_OF = {
  gateway: { pages: 'gateway', outDir: 'dist', output: OUTPUT },
  device: { pages: 'gateway', outDir: 'device/dist', output: DEVICE_OUTPUT },
  fleet: { pages: 'fleet', outDir: 'dist-fleet', output: FLEET_OUTPUT },
} as const;

const buildOf = (mode: string) => (mode === 'device' || mode === 'fleet' ? mode : 'gateway');

/**
 * Files that keep their names are asked for with a hash of all of them, so that a browser may keep each for good and
 * still takes up a new version as a whole.
 */
function hashInAddresses(): Plugin {
  return {
    name: 'heliograph:hash-in-addresses',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      const files = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
      const version = createHash('sha256').update(files.join('')).digest('base64url').slice(0, 5);
      const named = names
        .filter((name) => !name.endsWith('.html'))
        .join('|')
        .replaceAll('.', '\\.');
      const address = new RegExp(`(["'\`])((?:\\.?/)?(?:${named}))\\1`, 'g');
      await Promise.all(
        names.map((name, index) =>
          writeFile(join(dir, name), files[index]?.replace(address, `$1$2?${version}$1`) ?? ''),
        ),
      );
    },
  };
}

/**
 * The same app for the gateway's side, as one file that Node runs: it renders the first page. Class names are those of
 * the browser's build, because both are made from the same files in the same way.
 */
const FOR_GATEWAY_SIDE = {
  outDir: 'dist-server',
  target: 'node20',
  copyPublicDir: false,
  // It is kept in memory as it is.
  minify: true,
  sourcemap: false,
  rolldownOptions: { output: { entryFileNames: 'page-renderer.js', codeSplitting: false } },
} as const;

export default defineConfig(({ mode, isSsrBuild }) => {
  const forDevice = mode === 'device';
  const forFleet = mode === 'fleet';
  const { pages, outDir, output } = BUILD_OF[buildOf(mode)];
  return {
    define: {
      ...buildConstants({ forDevice, pages: [pages] }),
      __FOR_PAGES__: 'true',
      ...(mode !== 'seams' && protectionsInPlace()),
      ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
    },
    ssr: { noExternal: true },
    resolve: {
      // One React, whatever the peers of others brought along; what they carry for older ones it has by itself.
      dedupe: ['react', 'react-dom'],
      alias: [
        { find: /^use-sync-external-store\/shim.*/, replacement: 'react' },
        // Without HMAC and base64: 0.8 kB less.
        { find: /^js-md5$/, replacement: 'js-md5/build/md5-lite.mjs' },
      ],
    },
    plugins: [
      react(),
      ...(isSsrBuild ? [asciiOnly()] : [scriptBeforePaint()]),
      ...(isSsrBuild || forDevice || forFleet ? [] : [scriptBeforeApp(), forPhones(), guide()]),
      ...(forDevice ? [hashInAddresses()] : []),
      ...(forFleet ? [pageOfFleet()] : []),
      ...(isSsrBuild ? [] : [preCompress({ brotli: !forDevice })]),
    ],
    css: {
      modules: { generateScopedName: mode === 'development' ? '[name]-[local]' : '[hash:base64:4]' },
    },
    server: {
      proxy: {
        '/api': { target: GATEWAY },
        '/livedata': { target: GATEWAY, ws: true },
        '/console': { target: GATEWAY, ws: true },
      },
    },
    experimental: {
      // The files find each other from where they are; the page names them from the root, or from where the gateway puts it.
      renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
    },
    build: isSsrBuild
      ? FOR_GATEWAY_SIDE
      : {
          outDir,
          manifest: !forDevice && !forFleet,
          target: BROWSERS,
          sourcemap: false,
          cssCodeSplit: !forDevice,
          modulePreload: {
            polyfill: false,
            // The import itself asks for the file. What all pages share comes first: lists that begin alike pack better.
            resolveDependencies: (file, deps) =>
              deps
                .filter((dep) => dep !== file)
                .toSorted((one, other) => Number(isShared(other)) - Number(isShared(one))),
          },
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          rolldownOptions: {
            input: resolve(import.meta.dirname, 'index.html'),
            output,
            treeshake: { propertyReadSideEffects: false },
            // A page has the constants it needs; else the start would carry those of all pages.
            optimization: { inlineConst: { mode: 'all', pass: 2 } },
          },
        },
    worker: {
      rolldownOptions: { output: forDevice ? { entryFileNames: 'md5.js' } : {} },
    },
  };
});
