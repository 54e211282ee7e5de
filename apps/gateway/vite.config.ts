import { defineConfig } from 'vite';

/** One file that plain Node runs: our packages and everything from npm are inside. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: true, target: 'node' },
});
