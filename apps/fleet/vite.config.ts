import { defineConfig } from 'vite';
import { protectionsInPlace } from '../../seams/shipped.ts';
import { asciiOnly } from '../../tools/ascii-only.ts';

/** One file that plain Node runs: our packages and everything from npm are inside. */
export default defineConfig({
  plugins: [asciiOnly()],
  define: protectionsInPlace(),
  build: {
    ssr: true,
    rollupOptions: {
      input: { main: 'src/main.ts' },
      // What pg looks for first, and is content without.
      external: ['pg-native'],
    },
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: true, external: ['pg-native'], target: 'node' },
});
