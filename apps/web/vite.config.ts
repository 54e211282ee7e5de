import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildConstants } from './plugins/build-constants.ts';
import { leanIcons } from './plugins/lean-icons.ts';
import { leanReact } from './plugins/lean-react.ts';
import { packTexts } from './plugins/pack-texts.ts';
import { shortClassNames } from './plugins/short-class-names.ts';

const GATEWAY = process.env.HELIOGRAPH_DEV_GATEWAY ?? 'http://localhost:8080';

/** What is smaller gains nothing. */
const COMPRESS_ABOVE_BYTES = 256;
const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/;

/**
 * Writes a .gz (and, unless for a device's flash, a .br) beside each file of text, as small as they get: browsers take
 * brotli over https only, and a device's flash holds gzip. Zopfli's gzip is 3 % smaller than zlib's best, 0.2 %
 * of it by five iterations in place of one; more of them gain next to nothing.
 */
function preCompress(encodings: { readonly brotli: boolean }): Plugin {
  const asBrotli = promisify(brotliCompress);
  let outDir = '';

  async function compress(path: string): Promise<void> {
    const content = await readFile(path);
    if (content.length <= COMPRESS_ABOVE_BYTES) return;
    await writeFile(`${path}.gz`, await zopfli.gzipAsync(content, { numiterations: 5 }));
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

/** What the live view loads later: the other pages and its own dialogs, and the names of their texts. */
const LAZY_MODULES = [
  'app/area-pages.tsx',
  'features/live-data/dialogs.tsx',
  'shared/i18n/area/unpack-area.ts',
];

const SRC = resolve(import.meta.dirname, 'src');

/**
 * Hands out one module for all that is loaded later: a device's flash holds few files, and what is compressed together
 * comes out 3 kB smaller than in parts.
 */
function oneAdminFile(): Plugin {
  const ADMIN = '\0heliograph:admin';
  const paths = LAZY_MODULES.map((path) => resolve(SRC, path));
  return {
    name: 'heliograph:one-admin-file',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || importer === ADMIN) return null;
      return paths.includes(resolve(dirname(importer), source)) ? ADMIN : null;
    },
    load: (id) =>
      id === ADMIN ? paths.map((path) => `export * from ${JSON.stringify(path)};`).join('\n') : null,
  };
}

/**
 * Names that stay the same, for a device's flash: app.js for the live view, admin.js for the rest, one file per
 * language, style.css.
 */
const DEVICE_OUTPUT = {
  entryFileNames: 'app.js',
  chunkFileNames: ({ name }: { readonly name: string }) =>
    name.endsWith('admin') ? 'admin.js' : `${name}.js`,
  assetFileNames: 'style[extname]',
  codeSplitting: {
    groups: ['en', 'de', 'fr'].map((locale) => ({
      name: locale,
      test: new RegExp(`i18n/(${locale}|area/\\w+-${locale})\\.ts$`),
    })),
  },
};

export default defineConfig(({ mode }) => {
  const forDevice = mode === 'device';
  return {
    define: buildConstants({ forDevice }),
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
      scriptBeforePaint(),
      preCompress({ brotli: !forDevice }),
      oneAdminFile(),
      leanIcons(),
      leanReact(),
      packTexts(resolve(SRC, 'shared/i18n')),
    ],
    css: {
      modules: {
        generateScopedName: mode === 'development' ? '[name]-[local]' : shortClassNames(SRC),
      },
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
    build: {
      outDir: forDevice ? 'device/dist' : 'dist',
      // 2.5 kB (gzip) smaller than with Vite's own.
      minify: 'terser',
      terserOptions: {
        module: true,
        ecma: 2020,
        compress: { passes: 5, pure_getters: true, keep_fargs: false, inline: 1, lhs_constants: false },
      },
      target: ['es2022', 'chrome111', 'edge111', 'firefox114', 'safari16.4'],
      sourcemap: false,
      cssCodeSplit: !forDevice,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      ...(forDevice ? { rolldownOptions: { output: DEVICE_OUTPUT } } : {}),
    },
    worker: {
      // Terser's work comes out with its blanks again unless it is minified once more.
      rolldownOptions: { output: { minify: true, ...(forDevice ? { entryFileNames: 'md5.js' } : {}) } },
    },
  };
});
