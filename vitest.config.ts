import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildConstants } from './apps/web/plugins/build-constants.ts';
import { keepTemporaryFilesInMemory } from './tools/temporary-files.mjs';

keepTemporaryFilesInMemory();

/** Since Node 25: a storage of its own, which would stand before that of the page. */
const WITHOUT_STORAGE_OF_NODE = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** The comparison with the release takes a minute and mostly waits: begun last, everything would wait for it alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/golden/golden.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/**
 * Files that take long and mostly do, with more faults or more time, what shorter tests show as well. `npm test` and
 * `npm run check` leave them out and the night runs them; `npm run unit` runs whatever it is told. CONTRIBUTING.md says what goes where.
 */
const NIGHT_ONLY = [
  'apps/gateway/test/{command-loss,command-nights,device-moves,mqtt-mosquitto-connection,poll-stagger,simulated-plant}.test.ts',
  'apps/web/test/whole-react.test.ts',
  'safety/access/openid.test.ts',
  'safety/day/*.test.ts',
  'safety/faults/{absurd-settings,backup-full-disk,backup-kills,backup-power-cut,broker,broker-connection}.test.ts',
  'safety/faults/{device-faults,device-names,device-orders,every-system-call,history-full-disk,history-kills}.test.ts',
  'safety/faults/{history-power-cut,limit-owners,little-memory,log-readers,radio-thread,restart-answers}.test.ts',
  'safety/faults/{restore-interrupted,signals,slow-clients,upload-killed,weak-string}.test.ts',
  'safety/input/{broken-forms,mqtt-orders}.test.ts',
  'safety/load/{backup-beside-history,cold-start,flood,full-house,mixed-load,socket-ceiling}.test.ts',
  'tools/make-release.test.ts',
];
/** What takes longest of the rest, and is left out of `npm run check`. */
const WHOLE_GATEWAYS = ['apps/gateway/test/**/*.test.ts', '{golden,safety}/**/*.test.ts'];
const LEFT_OUT = {
  gate: NIGHT_ONLY,
  check: [...NIGHT_ONLY, ...WHOLE_GATEWAYS],
  all: [],
}[process.env.HELIOGRAPH_LANE ?? 'all'];

const FLEET_TESTBED = 'testbed/src/fleet/**/*.test.ts';
const FLEET_LANE = {
  extends: true as const,
  test: {
    name: 'fleet',
    include: ['apps/fleet/test/**/*.test.ts', FLEET_TESTBED],
    environment: 'node' as const,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  define: buildConstants({ forDevice: false, pages: ['gateway', 'fleet'] }),
  test: {
    setupFiles: ['seams/all-in-place.ts'],
    sequence: { sequencer: LongestFirst },
    // Nothing outlives a test but modules, which keep no state, so the files of a worker share them.
    isolate: false,
    maxWorkers: '100%',
    expect: { poll: { timeout: 20_000 } }, // as below
    testTimeout: 30_000, // some simulate hours, and the machine may be busy with other things
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          execArgv: WITHOUT_STORAGE_OF_NODE,
          setupFiles: ['apps/web/test/set-up-pages.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            '{apps,packages}/*/src/**/*.test.ts',
            'apps/web/test/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            '{bench,seams,testbed,tools}/**/*.test.ts',
            ...WHOLE_GATEWAYS,
          ],
          exclude: [FLEET_TESTBED, ...(LEFT_OUT ?? []), '**/node_modules/**'],
          environment: 'node',
        },
      },
      // Needs real brokers and databases, and minutes: `npm run test:fleet`.
      ...(process.env.HELIOGRAPH_FLEET === '1' ? [FLEET_LANE] : []),
    ],
  },
});
