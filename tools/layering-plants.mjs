/**
 * One planted violation (or more) for every layering rule. `tools/layers.mjs` writes these files into a copy
 * of the tree's outline and each rule must report its plant: a rule that cannot match passes silently.
 *
 * @typedef {object} Plant
 * @property {string} rule the rule of .dependency-cruiser.mjs that must catch it
 * @property {string} file where the forbidden import stands
 * @property {string} imports what it says after `from`
 * @property {string} [target] the file that this reaches, created if the outline lacks it
 * @property {string} [targetImports] what that file imports in turn
 * @property {boolean} [typeOnly] written as `import type`
 */

/** @type {readonly Plant[]} */
export const LAYERING_PLANTS = [
  // The packages and apps
  { rule: 'contract-imports-zod-only', file: 'packages/contract/src/a.ts', imports: '@heliograph/protocol' },
  { rule: 'contract-imports-zod-only', file: 'packages/contract/src/b.ts', imports: 'zod' },
  { rule: 'contract-imports-zod-only', file: 'packages/contract/src/c.ts', imports: 'node:crypto' },
  { rule: 'domain-imports-nothing', file: 'packages/domain/src/a.ts', imports: 'node:buffer' },
  {
    rule: 'domain-imports-nothing',
    file: 'packages/domain/src/b.ts',
    imports: '@heliograph/contract',
    typeOnly: true,
  },
  { rule: 'fleet-contract-imports-zod-only', file: 'packages/fleet-contract/src/a.ts', imports: 'node:http' },
  {
    rule: 'fleet-meets-gateways-at-the-broker',
    file: 'apps/fleet/src/a.ts',
    imports: '@heliograph/contract',
    typeOnly: true,
  },
  {
    rule: 'only-mqtt-tells-a-fleet',
    file: 'apps/gateway/src/http/fleet.ts',
    imports: '@heliograph/fleet-contract',
  },
  { rule: 'opendtu-api-imports-domain-only', file: 'packages/opendtu-api/src/a.ts', imports: 'node:http' },
  {
    rule: 'opendtu-api-imports-domain-only',
    file: 'packages/opendtu-api/src/b.ts',
    imports: '@heliograph/contract',
    typeOnly: true,
  },
  { rule: 'opendtu-api-imports-domain-only', file: 'packages/opendtu-api/src/c.ts', imports: 'zod/mini' },
  { rule: 'protocol-imports-domain-only', file: 'packages/protocol/src/a.ts', imports: 'node:buffer' },
  { rule: 'protocol-imports-domain-only', file: 'packages/protocol/src/b.ts', imports: 'zod/mini' },
  {
    rule: 'protocol-imports-domain-only',
    file: 'packages/protocol/src/c.ts',
    imports: '@heliograph/radio',
    typeOnly: true,
  },
  { rule: 'radio-imports-nothing', file: 'packages/radio/src/a.ts', imports: 'node:fs' },
  { rule: 'radio-imports-nothing', file: 'packages/radio/src/b.ts', imports: '@heliograph/protocol' },
  {
    rule: 'simulator-imports-protocol-and-radio',
    file: 'packages/simulator/src/a.ts',
    imports: '@heliograph/contract',
  },
  {
    rule: 'simulator-imports-protocol-and-radio',
    file: 'packages/simulator/src/b.ts',
    imports: 'node:timers',
  },
  {
    rule: 'simulator-imports-protocol-and-radio',
    file: 'packages/simulator/src/device/a.ts',
    imports: 'node:http',
  },
  {
    rule: 'only-simulated-devices-know-the-api',
    file: 'packages/simulator/src/d.ts',
    imports: '@heliograph/opendtu-api',
  },
  {
    rule: 'only-simulated-devices-know-the-api',
    file: 'packages/simulator/src/e.ts',
    imports: './device/a.ts',
    typeOnly: true,
  },
  {
    rule: 'gateway-never-imports-web',
    file: 'apps/gateway/src/http/a.ts',
    imports: '../../../web/src/app/layout.tsx',
    target: 'apps/web/src/app/layout.tsx',
  },
  {
    rule: 'web-never-imports-gateway-side',
    file: 'apps/web/src/shared/api/a.ts',
    imports: '@heliograph/protocol',
  },
  {
    rule: 'web-never-imports-gateway-side',
    file: 'apps/web/src/shared/api/f.ts',
    imports: '@heliograph/domain',
    typeOnly: true,
  },
  {
    rule: 'web-never-imports-gateway-side',
    file: 'apps/web/src/shared/api/g.ts',
    imports: '@heliograph/opendtu-api',
  },
  {
    rule: 'web-never-imports-gateway-side',
    file: 'apps/web/src/shared/api/b.ts',
    imports: '@heliograph/simulator/scenarios',
    typeOnly: true,
  },
  { rule: 'web-never-imports-node', file: 'apps/web/src/shared/lib/a.ts', imports: 'node:path' },
  {
    rule: 'simulator-only-from-the-root',
    file: 'apps/gateway/src/sources/radio/a.ts',
    imports: '@heliograph/simulator',
  },
  {
    rule: 'simulator-only-from-the-root',
    file: 'apps/gateway/src/sources/opendtu/s.ts',
    imports: '@heliograph/simulator',
    typeOnly: true,
  },
  { rule: 'packages-by-name', file: 'packages/simulator/src/c.ts', imports: '../../protocol/src/index.ts' },
  {
    rule: 'packages-by-name',
    file: 'apps/gateway/test/a.test.ts',
    imports: '../../../packages/protocol/src/deep.ts',
    target: 'packages/protocol/src/deep.ts',
  },
  {
    rule: 'e2e-knows-contract-types-and-scenarios',
    file: 'e2e/a.spec.ts',
    imports: '../apps/web/src/shared/lib/easter.ts',
    target: 'apps/web/src/shared/lib/easter.ts',
  },
  { rule: 'e2e-knows-contract-types-and-scenarios', file: 'e2e/b.spec.ts', imports: '@heliograph/protocol' },
  { rule: 'e2e-takes-only-types-of-the-contract', file: 'e2e/c.spec.ts', imports: '@heliograph/contract' },
  {
    rule: 'e2e-knows-contract-types-and-scenarios',
    file: 'testbed/src/outside/a.ts',
    imports: '@heliograph/protocol',
  },
  {
    rule: 'e2e-takes-only-types-of-the-contract',
    file: 'testbed/src/outside/b.ts',
    imports: '@heliograph/contract',
  },
  {
    rule: 'e2e-takes-only-types-of-the-contract',
    file: 'testbed/src/outside/e.ts',
    imports: '@heliograph/fleet-contract',
  },
  {
    rule: 'e2e-and-golden-drive-a-built-gateway',
    file: 'e2e/d.spec.ts',
    imports: '@heliograph/testbed/clock.ts',
    target: 'testbed/src/clock.ts',
  },
  {
    rule: 'e2e-and-golden-drive-a-built-gateway',
    file: 'golden/a.ts',
    imports: '@heliograph/testbed/clock.ts',
  },
  { rule: 'outside-of-the-testbed-stands-alone', file: 'testbed/src/outside/c.ts', imports: '../clock.ts' },
  { rule: 'outside-of-the-testbed-stands-alone', file: 'testbed/src/outside/d.ts', imports: 'vitest' },
  {
    rule: 'testbed-never-imports-web',
    file: 'testbed/src/a.ts',
    imports: '../../apps/web/src/shared/lib/easter.ts',
  },

  // Inside the gateway
  {
    rule: 'main-imports-root-and-platform',
    file: 'apps/gateway/src/main.ts',
    imports: './fleet/fleet.ts',
    target: 'apps/gateway/src/fleet/fleet.ts',
  },
  { rule: 'nobody-imports-main', file: 'apps/gateway/src/http/b.ts', imports: '../main.ts' },
  {
    rule: 'only-main-imports-the-root',
    file: 'apps/gateway/src/http/c.ts',
    imports: '../gateway.ts',
    target: 'apps/gateway/src/gateway.ts',
  },
  {
    rule: 'recovery-knows-no-plant',
    file: 'apps/gateway/src/recovery/a.ts',
    imports: '../sources/radio/air.ts',
  },
  {
    rule: 'only-the-root-imports-recovery',
    file: 'apps/gateway/src/http/z.ts',
    imports: '../recovery/recovery-server.ts',
    target: 'apps/gateway/src/recovery/recovery-server.ts',
  },
  {
    rule: 'simulated-devices-know-the-platform-only',
    file: 'apps/gateway/src/simulated-devices/a.ts',
    imports: '../fleet/fleet.ts',
  },
  {
    rule: 'simulated-devices-know-the-platform-only',
    file: 'apps/gateway/src/simulated-devices/b.ts',
    imports: '@heliograph/contract',
  },
  {
    rule: 'only-the-root-imports-simulated-devices',
    file: 'apps/gateway/src/sources/opendtu/t.ts',
    imports: '../../simulated-devices/serve-device.ts',
    target: 'apps/gateway/src/simulated-devices/serve-device.ts',
  },
  {
    rule: 'http-never-imports-mqtt',
    file: 'apps/gateway/src/http/d.ts',
    imports: '../mqtt/messages/topics.ts',
    target: 'apps/gateway/src/mqtt/messages/topics.ts',
  },
  {
    rule: 'mqtt-never-imports-http',
    file: 'apps/gateway/src/mqtt/a.ts',
    imports: '../http/server.ts',
    target: 'apps/gateway/src/http/server.ts',
  },
  { rule: 'http-knows-no-frames', file: 'apps/gateway/src/http/e.ts', imports: '@heliograph/protocol' },
  {
    rule: 'folders-import-down-only',
    file: 'apps/gateway/src/sources/radio/b.ts',
    imports: '../../http/server.ts',
  },
  {
    rule: 'folders-import-down-only',
    file: 'apps/gateway/src/time/a.ts',
    imports: '../sources/radio/air.ts',
    target: 'apps/gateway/src/sources/radio/air.ts',
  },
  {
    rule: 'fleet-imports-settings-and-platform',
    file: 'apps/gateway/src/fleet/a.ts',
    imports: '../sources/radio/air.ts',
  },
  {
    rule: 'fleet-knows-the-domain-only',
    file: 'apps/gateway/src/fleet/d.ts',
    imports: '@heliograph/protocol',
    typeOnly: true,
  },
  {
    rule: 'fleet-knows-the-domain-only',
    file: 'apps/gateway/src/fleet/e.ts',
    imports: '@heliograph/contract',
  },
  { rule: 'encoding-imports-fleet', file: 'apps/gateway/src/encoding/a.ts', imports: '@heliograph/protocol' },
  {
    rule: 'encoding-imports-fleet',
    file: 'apps/gateway/src/encoding/b.ts',
    imports: '../platform/clock.ts',
    target: 'apps/gateway/src/platform/clock.ts',
  },
  {
    rule: 'encoding-is-for-the-ways-out',
    file: 'apps/gateway/src/sources/radio/f.ts',
    imports: '../../encoding/live-data.ts',
    target: 'apps/gateway/src/encoding/live-data.ts',
  },
  {
    rule: 'history-imports-fleet-settings-and-storage',
    file: 'apps/gateway/src/history/a.ts',
    imports: '../http/server.ts',
    target: 'apps/gateway/src/http/server.ts',
  },
  {
    rule: 'findings-import-fleet-and-settings',
    file: 'apps/gateway/src/findings/a.ts',
    imports: '../history/history.ts',
    target: 'apps/gateway/src/history/history.ts',
  },
  {
    rule: 'limits-import-fleet-and-platform',
    file: 'apps/gateway/src/limits/a.ts',
    imports: '../sources/radio/air.ts',
    target: 'apps/gateway/src/sources/radio/air.ts',
  },
  {
    rule: 'meter-imports-platform-only',
    file: 'apps/gateway/src/meter/a.ts',
    imports: '../fleet/fleet.ts',
    target: 'apps/gateway/src/fleet/fleet.ts',
  },
  {
    rule: 'limits-know-no-way-out',
    file: 'apps/gateway/src/limits/rule/a.ts',
    imports: '../../fleet/fleet.ts',
    target: 'apps/gateway/src/fleet/fleet.ts',
  },
  {
    rule: 'modbus-is-a-way-out',
    file: 'apps/gateway/src/modbus/a.ts',
    imports: '../mqtt/mqtt.ts',
    target: 'apps/gateway/src/mqtt/mqtt.ts',
  },
  {
    rule: 'only-the-root-imports-modbus',
    file: 'apps/gateway/src/http/m.ts',
    imports: '../modbus/modbus.ts',
    target: 'apps/gateway/src/modbus/modbus.ts',
  },
  {
    rule: 'alerts-import-fleet-findings-and-settings',
    file: 'apps/gateway/src/alerts/b.ts',
    imports: '../mqtt/mqtt.ts',
    target: 'apps/gateway/src/mqtt/mqtt.ts',
  },
  {
    rule: 'accounts-import-settings-and-platform',
    file: 'apps/gateway/src/accounts/a.ts',
    imports: '../fleet/fleet.ts',
    target: 'apps/gateway/src/fleet/fleet.ts',
  },
  {
    rule: 'timeseries-imports-history-and-settings',
    file: 'apps/gateway/src/timeseries/a.ts',
    imports: '../fleet/fleet.ts',
    target: 'apps/gateway/src/fleet/fleet.ts',
  },
  {
    rule: 'storage-stands-alone',
    file: 'apps/gateway/src/storage/a.ts',
    imports: '../settings/settings.ts',
    target: 'apps/gateway/src/settings/settings.ts',
  },
  {
    rule: 'settings-import-storage-and-platform',
    file: 'apps/gateway/src/settings/a.ts',
    imports: '../fleet/fleet.ts',
  },
  { rule: 'settings-know-no-air', file: 'apps/gateway/src/settings/b.ts', imports: '@heliograph/radio' },
  {
    rule: 'platform-imports-platform-only',
    file: 'apps/gateway/src/platform/a.ts',
    imports: '../settings/settings.ts',
    target: 'apps/gateway/src/settings/settings.ts',
  },
  {
    rule: 'platform-knows-no-domain',
    file: 'apps/gateway/src/platform/b.ts',
    imports: '@heliograph/contract',
  },
  {
    rule: 'radio-only-from-its-source-and-root',
    file: 'apps/gateway/src/fleet/b.ts',
    imports: '@heliograph/radio',
    typeOnly: true,
  },
  {
    rule: 'device-api-only-from-its-source',
    file: 'apps/gateway/src/mqtt/b.ts',
    imports: '@heliograph/opendtu-api',
  },
  {
    rule: 'sources-are-islands',
    file: 'apps/gateway/src/sources/opendtu/a.ts',
    imports: '../radio/air.ts',
    target: 'apps/gateway/src/sources/radio/air.ts',
  },
  { rule: 'outside-world-only-at-the-servers', file: 'apps/gateway/src/fleet/c.ts', imports: 'node:fs' },
  {
    rule: 'outside-world-only-at-the-servers',
    file: 'apps/gateway/src/settings/c.ts',
    imports: 'node:fs/promises',
  },
  { rule: 'outside-world-only-at-the-servers', file: 'apps/gateway/src/sources/radio/c.ts', imports: 'net' },
  { rule: 'outside-world-only-at-the-servers', file: 'apps/gateway/src/gateway.ts', imports: 'node:process' },

  // Inside the web
  {
    rule: 'only-the-fleet-knows-its-contract',
    file: 'apps/web/src/shared/api/f.ts',
    imports: '@heliograph/fleet-contract',
    typeOnly: true,
  },
  {
    rule: 'fleet-imports-shared-only',
    file: 'apps/web/src/fleet/a.tsx',
    imports: '../app/layout.tsx',
    target: 'apps/web/src/app/layout.tsx',
  },
  {
    rule: 'fleet-imports-shared-only',
    file: 'apps/web/src/fleet/b.tsx',
    imports: '../features/login/login-page.tsx',
    target: 'apps/web/src/features/login/login-page.tsx',
  },
  {
    rule: 'fleet-imports-shared-only',
    file: 'apps/web/src/fleet/c.ts',
    imports: '@heliograph/contract',
    typeOnly: true,
  },
  {
    rule: 'nobody-imports-the-fleet',
    file: 'apps/web/src/features/about/b.tsx',
    imports: '../../fleet/frame.tsx',
    target: 'apps/web/src/fleet/frame.tsx',
  },
  {
    rule: 'shared-imports-shared-only',
    file: 'apps/web/src/shared/ui/a.tsx',
    imports: '../../features/login/login-page.tsx',
    target: 'apps/web/src/features/login/login-page.tsx',
  },
  {
    rule: 'features-never-import-app',
    file: 'apps/web/src/features/login/a.tsx',
    imports: '../../app/layout.tsx',
  },
  {
    rule: 'features-are-islands',
    file: 'apps/web/src/features/about/a.tsx',
    imports: '../login/login-page.tsx',
  },
  {
    rule: 'nobody-imports-the-web-main',
    file: 'apps/web/src/app/a.tsx',
    imports: '../main.tsx',
    target: 'apps/web/src/main.tsx',
  },
  {
    rule: 'lib-imports-nothing',
    file: 'apps/web/src/shared/lib/b.ts',
    imports: '@heliograph/contract',
    typeOnly: true,
  },
  { rule: 'lib-imports-nothing', file: 'apps/web/src/shared/lib/c.ts', imports: 'react' },
  {
    rule: 'i18n-imports-lib',
    file: 'apps/web/src/shared/i18n/a.ts',
    imports: '../ui/alert.tsx',
    target: 'apps/web/src/shared/ui/alert.tsx',
  },
  {
    rule: 'ui-imports-i18n-and-lib',
    file: 'apps/web/src/shared/ui/b.tsx',
    imports: '../api/call.ts',
    target: 'apps/web/src/shared/api/call.ts',
  },
  {
    rule: 'ui-knows-no-contract',
    file: 'apps/web/src/shared/ui/c.tsx',
    imports: '@heliograph/contract',
    typeOnly: true,
  },
  {
    rule: 'chart-imports-downwards',
    file: 'apps/web/src/shared/chart/a.ts',
    imports: '../api/call.ts',
    target: 'apps/web/src/shared/api/call.ts',
  },
  {
    rule: 'api-imports-lib',
    file: 'apps/web/src/shared/api/c.ts',
    imports: '../i18n/translate.ts',
    target: 'apps/web/src/shared/i18n/translate.ts',
  },
  {
    rule: 'form-imports-downwards',
    file: 'apps/web/src/shared/form/a.tsx',
    imports: '../page/info-page.tsx',
    target: 'apps/web/src/shared/page/info-page.tsx',
  },
  {
    rule: 'page-imports-downwards',
    file: 'apps/web/src/shared/page/a.tsx',
    imports: '../router/router.tsx',
    target: 'apps/web/src/shared/router/router.tsx',
  },

  // Everywhere
  {
    rule: 'no-cycles',
    file: 'packages/protocol/src/ring-a.ts',
    imports: './ring-b.ts',
    target: 'packages/protocol/src/ring-b.ts',
    targetImports: './ring-a.ts',
  },
  {
    rule: 'no-test-code-in-the-product',
    file: 'packages/protocol/src/d.ts',
    imports: './crc8.test.ts',
    target: 'packages/protocol/src/crc8.test.ts',
  },
  {
    rule: 'no-test-code-in-the-product',
    file: 'apps/gateway/src/sources/radio/d.ts',
    imports: '../../../test/chrony.ts',
    target: 'apps/gateway/test/chrony.ts',
  },
  {
    rule: 'no-test-code-in-the-product',
    file: 'apps/gateway/src/sources/radio/e.ts',
    imports: '@heliograph/testbed/clock.ts',
  },
  {
    rule: 'no-test-code-in-the-product',
    file: 'apps/web/src/shared/lib/d.ts',
    imports: '../../../../../testbed/src/clock.ts',
  },
  { rule: 'declared-dependencies-only', file: 'apps/gateway/src/http/f.ts', imports: 'vitest' },
  { rule: 'declared-dependencies-only', file: 'apps/web/src/shared/api/d.ts', imports: 'zod' },
  { rule: 'imports-resolve', file: 'apps/gateway/src/http/g.ts', imports: './no-such-file.ts' },
];
