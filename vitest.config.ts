import { defineConfig } from 'vitest/config';

/** What takes real minutes. Run by `npm run test:nightly`. */
const NIGHTLY = ['apps/gateway/test/**/*.nightly.ts'];

export default defineConfig({
  test: {
    include: [
      ...(process.env.HELIOGRAPH_NIGHTLY === '1' ? NIGHTLY : []),
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'apps/*/test/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
    ],
    environment: 'node',
    testTimeout: 30_000, // some simulate hours, and the machine may be busy with other things
  },
});
