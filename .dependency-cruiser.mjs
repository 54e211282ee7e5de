/**
 * Who may import whom, as rules a machine checks. The picture and the reasons are in ARCHITECTURE.md.
 * `npm run layers` runs these over the tree, and then proves with one planted violation per rule
 * (tools/layering-plants.mjs) that each of them can fail.
 *
 * Two forms: `only` names everything a folder may import (a new dependency has to be asked for), `never`
 * names what it must not.
 */

const TEST_CODE =
  '(\\.test\\.tsx?$|^(packages|apps)/[^/]+/test/|^e2e/|^bench/|^golden/|^safety/|^seams/|^testbed/)';
/** The part of the test bed that drives a built gateway in its own process. */
const OUTSIDE = '^testbed/src/outside/';
const PRODUCT_CODE = '^(packages|apps)/[^/]+/src/';
/** Node modules that reach the outside: files, network, processes, the host. */
const OUTSIDE_WORLD =
  '^(node:)?(fs|fs/promises|net|http|http2|https|dgram|dns|dns/promises|tls|child_process|process|os|cluster|worker_threads|readline|repl|timers|timers/promises)$';

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/**
 * Product code in `from` may import nothing but what `allowed` (path patterns) lists, besides itself.
 * @type {(name: string, from: string, allowed: readonly string[], comment: string) => Rule}
 */
const only = (name, from, allowed, comment) => ({
  ...{ name, comment },
  from: { path: from, pathNot: TEST_CODE },
  to: { pathNot: [from, ...allowed] },
});

/**
 * Product code in `from` must not import `to`.
 * @type {(name: string, from: string, to: string, comment: string) => Rule}
 */
const never = (name, from, to, comment) => ({
  ...{ name, comment },
  from: { path: from, pathNot: TEST_CODE },
  to: { path: to },
});

const DOMAIN = '^packages/domain/src/index\\.ts$';
const OPENDTU_API = '^packages/opendtu-api/src/index\\.ts$';
const PROTOCOL = '^packages/protocol/src/index\\.ts$';
const RADIO = '^packages/radio/src/index\\.ts$';
const ZOD = '^node_modules/zod/mini/';

/** @type {Rule[]} */
const workspaceRules = [
  only(
    'contract-imports-zod-only',
    '^packages/contract/src/',
    [ZOD],
    'Runs in the browser and in Node: zod/mini and nothing else.',
  ),
  only('domain-imports-nothing', '^packages/domain/src/', [], 'Inverters in plain words, not even Node.'),
  only(
    'fleet-contract-imports-zod-only',
    '^packages/fleet-contract/src/',
    [ZOD],
    'Gateways, fleet page and browsers speak it: zod/mini and nothing else.',
  ),
  never(
    'fleet-meets-gateways-at-the-broker',
    '^apps/fleet/',
    '^(packages/(?!fleet-contract/)|apps/(?!fleet/))',
    'It knows of a gateway what that tells a broker and a time-series database, and no code of it.',
  ),
  never(
    'only-mqtt-tells-a-fleet',
    '^apps/gateway/src/(?!mqtt/)',
    '^packages/fleet-contract/',
    'What a gateway tells is one message of MQTT.',
  ),
  only(
    'opendtu-api-imports-domain-only',
    '^packages/opendtu-api/src/',
    [DOMAIN],
    'Documents of original devices in words of the domain: no network, not even Node.',
  ),
  only(
    'protocol-imports-domain-only',
    '^packages/protocol/src/',
    [DOMAIN],
    'Bytes and what they mean in words of the domain, not even Node.',
  ),
  only(
    'radio-imports-nothing',
    '^packages/radio/src/(?!linux/)',
    ['^packages/radio/src/(?!linux/)'],
    'The port, and what drives a chip over ports. Only linux/ may use Node.',
  ),
  only(
    'simulator-imports-protocol-and-radio',
    '^packages/simulator/src/',
    [DOMAIN, OPENDTU_API, PROTOCOL, RADIO, '^node_modules/suncalc/'],
    'The far end speaks frames, or the words of an original device; it knows neither the gateway nor Node.',
  ),
  never(
    'only-simulated-devices-know-the-api',
    '^packages/simulator/src/(?!(device/|index\\.ts$))',
    '^packages/(opendtu-api/|simulator/src/device/)',
    'Inverters, sun and air are the same whoever asks them.',
  ),
  never('gateway-never-imports-web', '^apps/gateway/', '^apps/web/', 'They meet over HTTP only.'),
  never(
    'web-never-imports-gateway-side',
    '^apps/web/',
    '^(packages/(domain|opendtu-api|protocol|radio|simulator)|apps/gateway)/',
    'Of this repository the web knows only the two contracts: that of a gateway and that of a fleet page.',
  ),
  {
    name: 'web-never-imports-node',
    comment: 'It runs in a browser.',
    from: { path: '^apps/web/src/', pathNot: TEST_CODE },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'simulator-only-from-the-root',
    comment:
      'One file composes the simulated radio, one folder serves simulated devices; everything else knows the ports.',
    from: {
      path: PRODUCT_CODE,
      pathNot: [TEST_CODE, '^packages/simulator/', '^apps/gateway/src/(gateway\\.ts$|simulated-devices/)'],
    },
    to: { path: '^packages/simulator/' },
  },
  {
    name: 'packages-by-name',
    comment: 'Another workspace is reached by its name and public index, never by a path into it.',
    from: { path: '^(packages|apps)/([^/]+)/' },
    to: { path: '^(packages|apps)/[^/]+/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
  },
  {
    name: 'e2e-knows-contract-types-and-scenarios',
    comment: 'They drive a built gateway in its own process and know no code of it, nor does what they use.',
    from: { path: ['^e2e/', OUTSIDE] },
    to: {
      path: '^(packages|apps)/',
      pathNot: ['^packages/(fleet-)?contract/src/index\\.ts$', '^packages/simulator/src/scenarios/'],
    },
  },
  {
    name: 'e2e-takes-only-types-of-the-contract',
    comment: 'Otherwise a wrong constant would be wrong on both sides and no test would see it.',
    from: { path: ['^e2e/', OUTSIDE] },
    to: { path: '^packages/(fleet-)?contract/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'e2e-and-golden-drive-a-built-gateway',
    comment: 'The rest of the test bed runs a gateway in the process of the test.',
    from: { path: '^(e2e|golden)/' },
    to: { path: '^testbed/', pathNot: OUTSIDE },
  },
  {
    name: 'outside-of-the-testbed-stands-alone',
    comment: 'It is used where there is neither the code of the product nor vitest.',
    from: { path: OUTSIDE, pathNot: '\\.test\\.ts$' },
    to: { path: '^(testbed/src/|node_modules/vitest/)', pathNot: OUTSIDE },
  },
  {
    name: 'testbed-never-imports-web',
    comment: 'The web app has test helpers of its own; the test bed is for whatever stands before a gateway.',
    from: { path: '^testbed/' },
    to: { path: '^apps/web/' },
  },
];

const GATEWAY = '^apps/gateway/src/';
/** @type {Rule[]} */
const gatewayRules = [
  never(
    'main-imports-root-and-platform',
    `${GATEWAY}main\\.ts$`,
    `${GATEWAY}(?!(gateway\\.ts$|platform/))`,
    'main reads flags and signals; everything else is composed in gateway.ts.',
  ),
  never(
    'nobody-imports-main',
    `${GATEWAY}(?!main\\.ts$)`,
    `${GATEWAY}main\\.ts$`,
    'It is the start of the process.',
  ),
  never(
    'only-main-imports-the-root',
    `${GATEWAY}(?!(main|gateway)\\.ts$)`,
    `${GATEWAY}gateway\\.ts$`,
    'Composition flows down.',
  ),
  never(
    'recovery-knows-no-plant',
    `${GATEWAY}recovery/`,
    `${GATEWAY}(sources|encoding|fleet|mqtt|time|console|system)/`,
    'Without settings nothing is asked, switched or published.',
  ),
  never(
    'only-the-root-imports-recovery',
    `${GATEWAY}(?!(recovery/|gateway\\.ts$))`,
    `${GATEWAY}recovery/`,
    'It takes the place of everything else.',
  ),
  never(
    'simulated-devices-know-the-platform-only',
    `${GATEWAY}simulated-devices/`,
    `(${GATEWAY}(?!(simulated-devices|platform)/)|^packages/(?!simulator/))`,
    'They stand outside: the gateway meets them over the network, as it meets real ones.',
  ),
  never(
    'only-the-root-imports-simulated-devices',
    `${GATEWAY}(?!(simulated-devices/|gateway\\.ts$))`,
    `${GATEWAY}simulated-devices/`,
    'Whoever speaks to a device does not know whether it is simulated.',
  ),
  never('http-never-imports-mqtt', `${GATEWAY}http/`, `${GATEWAY}mqtt/`, 'Two servers, side by side.'),
  never('mqtt-never-imports-http', `${GATEWAY}mqtt/`, `${GATEWAY}http/`, 'Two servers, side by side.'),
  never(
    'http-knows-no-frames',
    `${GATEWAY}http/`,
    '^packages/(protocol|radio)/',
    'The server speaks the contract, not the air.',
  ),
  {
    name: 'folders-import-down-only',
    comment:
      'sources, time, firmware, config-files, console and system know what is below them; not each other, not the servers.',
    from: { path: `${GATEWAY}(sources|time|firmware|config-files|console|system)/`, pathNot: TEST_CODE },
    to: { path: GATEWAY, pathNot: [`${GATEWAY}$1/`, `${GATEWAY}(encoding|fleet|settings|platform)/`] },
  },
  never(
    'encoding-is-for-the-ways-out',
    `${GATEWAY}(?!(http|mqtt|system|encoding)/)`,
    `${GATEWAY}encoding/`,
    'Who brings a reading, or keeps it, does not know how it is told.',
  ),
  never(
    'encoding-imports-fleet',
    `${GATEWAY}encoding/`,
    `(${GATEWAY}(?!(encoding|fleet)/)|^packages/(?!(contract|domain)/))`,
    'Puts the fleet into the words of the wire, and keeps nothing.',
  ),
  never(
    'fleet-knows-the-domain-only',
    `${GATEWAY}fleet/`,
    '^packages/(?!domain/)',
    'Neither how a reading came here nor what it is called on its way out.',
  ),
  never(
    'fleet-imports-settings-and-platform',
    `${GATEWAY}fleet/`,
    `${GATEWAY}(?!(fleet|settings|platform)/)`,
    'What we know now; who asks is not its business.',
  ),
  never(
    'history-imports-fleet-settings-and-storage',
    `${GATEWAY}history/`,
    `(${GATEWAY}(?!(history|fleet|settings|storage|platform)/)|^packages/(?!(contract|domain)/))`,
    'A listener of the fleet: how a reading came here, and who asks for it later, is not its business.',
  ),
  never(
    'findings-import-fleet-and-settings',
    `${GATEWAY}findings/`,
    `(${GATEWAY}(?!(findings|fleet|settings|platform)/)|^packages/(?!contract/))`,
    'Another listener of the fleet: whoever brings a reading, or is told what was found, is not its business.',
  ),
  never(
    'limits-import-fleet-and-platform',
    `${GATEWAY}limits/`,
    `(${GATEWAY}(?!(limits|fleet|platform)/)|^packages/(?!(contract|domain)/))`,
    'Decides who has the say: how an order comes in, and how it gets to an inverter, is not its business.',
  ),
  never(
    'meter-imports-platform-only',
    `${GATEWAY}meter/`,
    `(${GATEWAY}(?!(meter|platform)/)|^packages/(?!contract/))`,
    'What it says, and why not; who acts on it, and how a broker is reached, is not its business.',
  ),
  never(
    'limits-know-no-way-out',
    `${GATEWAY}limits/rule/`,
    `(${GATEWAY}(?!limits/)|^packages/)`,
    'The rule is a pure function: neither where its values come from nor who carries out what it wants is its business.',
  ),
  never(
    'modbus-is-a-way-out',
    `${GATEWAY}modbus/`,
    `(${GATEWAY}(?!(modbus|fleet|limits|settings|platform)/)|^packages/(?!(contract|domain)/))`,
    'A server beside the others: it reads the fleet and holds limits, and knows no other way in or out.',
  ),
  never(
    'only-the-root-imports-modbus',
    `${GATEWAY}(?!(modbus/|start-servers\\.ts$))`,
    `${GATEWAY}modbus/`,
    'Nobody else knows how registers are read.',
  ),
  never(
    'alerts-import-fleet-findings-and-settings',
    `${GATEWAY}alerts/`,
    `(${GATEWAY}(?!(alerts|fleet|findings|settings|platform)/)|^packages/(?!(contract|domain)/))`,
    'Looks at what others know: how that came here is not its business, and a broker is reached by whoever starts it.',
  ),
  never(
    'accounts-import-settings-and-platform',
    `${GATEWAY}accounts/`,
    `(${GATEWAY}(?!(accounts|settings|platform)/)|^packages/(?!contract/))`,
    'Who somebody is. Whether they may make a call is decided by the server that takes it.',
  ),
  never(
    'timeseries-imports-history-and-settings',
    `${GATEWAY}timeseries/`,
    `(${GATEWAY}(?!(timeseries|history|settings|platform)/)|^packages/(?!contract/))`,
    'Sends what the history keeps; how it was measured is not its business.',
  ),
  never(
    'storage-stands-alone',
    `${GATEWAY}storage/`,
    `(${GATEWAY}(?!storage/)|^packages/)`,
    'A database knows nothing of what is kept in it.',
  ),
  never(
    'settings-import-storage-and-platform',
    `${GATEWAY}settings/`,
    `${GATEWAY}(?!(settings|storage|platform)/)`,
    'What is remembered.',
  ),
  never(
    'settings-know-no-air',
    `${GATEWAY}settings/`,
    '^packages/(protocol|radio)/',
    'Settings are contract schemas.',
  ),
  never(
    'platform-imports-platform-only',
    `${GATEWAY}platform/`,
    `${GATEWAY}(?!platform/)`,
    'Ports and their adapters.',
  ),
  never(
    'platform-knows-no-domain',
    `${GATEWAY}platform/`,
    '^packages/',
    'The outside world knows nothing of inverters.',
  ),
  never(
    'radio-only-from-its-source-and-root',
    `${GATEWAY}(?!(sources/radio/|gateway\\.ts$))`,
    '^packages/radio/',
    'Nothing above the sources may know how readings travelled.',
  ),
  never(
    'device-api-only-from-its-source',
    `${GATEWAY}(?!(sources/opendtu/|http/))`,
    '^packages/opendtu-api/',
    'Who speaks to original devices, and who is spoken to as one.',
  ),
  {
    name: 'sources-are-islands',
    comment: 'A source knows how its own inverters are reached, and no other one.',
    from: { path: `${GATEWAY}sources/([^/]+)/`, pathNot: TEST_CODE },
    to: { path: `${GATEWAY}sources/[^/]+/`, pathNot: `${GATEWAY}sources/$1/` },
  },
  never(
    'outside-world-only-at-the-servers',
    `${GATEWAY}(?!(platform|storage|http|mqtt|meter|modbus|alerts|sources/opendtu|simulated-devices)/|main\\.ts$)`,
    OUTSIDE_WORLD,
    'Disk, network and processes come in as ports.',
  ),
];

const WEB = '^apps/web/src/';
const SHARED = `${WEB}shared/`;
/** @type {Rule[]} */
const webRules = [
  never(
    'only-the-fleet-knows-its-contract',
    `${WEB}(?!fleet/)`,
    '^packages/fleet-contract/',
    'The pages of one gateway know nothing of many.',
  ),
  {
    name: 'fleet-imports-shared-only',
    comment:
      'Another app beside that of a gateway: both stand on what they share, and neither knows the other.',
    from: { path: `${WEB}fleet/`, pathNot: TEST_CODE },
    to: { path: '^(packages|apps)/', pathNot: [`${WEB}(fleet|shared)/`, '^packages/fleet-contract/'] },
  },
  never(
    'nobody-imports-the-fleet',
    `${WEB}(?!fleet/)`,
    `${WEB}fleet/`,
    'Another app beside that of a gateway.',
  ),
  never('shared-imports-shared-only', SHARED, `${WEB}(?!shared/)`, 'Lower than screens and frame.'),
  never(
    'features-never-import-app',
    `${WEB}features/`,
    `${WEB}(?!(shared|features)/)`,
    'The frame knows the screens, not the reverse.',
  ),
  {
    name: 'features-are-islands',
    comment: 'A screen shares through shared/, never with another screen.',
    from: { path: `${WEB}features/([^/]+)/`, pathNot: TEST_CODE },
    to: { path: `${WEB}features/`, pathNot: `${WEB}features/$1/` },
  },
  never(
    'nobody-imports-the-web-main',
    `${WEB}(?!(fleet/)?main\\.tsx$)`,
    `${WEB}(fleet/)?main\\.tsx$`,
    'It is the start of the page.',
  ),
  only('lib-imports-nothing', `${SHARED}lib/`, [], 'Pure.'),
  never('i18n-imports-lib', `${SHARED}i18n/`, `${SHARED}(?!(i18n|lib)/)`, 'Texts and formats.'),
  never(
    'ui-imports-i18n-and-lib',
    `${SHARED}ui/`,
    `${SHARED}(?!(ui|i18n|lib)/)`,
    'Pieces that know nothing of calls.',
  ),
  never('ui-knows-no-contract', `${SHARED}ui/`, '^packages/', 'Pieces that know nothing of the wire.'),
  never(
    'chart-imports-downwards',
    `${SHARED}chart/`,
    `(${SHARED}(?!(chart|ui|i18n|lib)/)|^packages/)`,
    'A chart draws what it is given, whoever has asked for it.',
  ),
  never('api-imports-lib', `${SHARED}api/`, `${SHARED}(?!(api|lib)/)`, 'Calls, without pixels.'),
  never(
    'form-imports-downwards',
    `${SHARED}form/`,
    `${SHARED}(?!(form|api|ui|i18n|lib)/)`,
    'A form may stand on any page.',
  ),
  never(
    'page-imports-downwards',
    `${SHARED}page/`,
    `${SHARED}(?!(page|form|api|ui|i18n|lib)/)`,
    'The top of shared.',
  ),
];

/** @type {Rule[]} */
const generalRules = [
  {
    name: 'no-cycles',
    comment: 'Data goes one way.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-code-in-the-product',
    comment: 'What a test needs stays with the tests.',
    from: { path: PRODUCT_CODE, pathNot: TEST_CODE },
    to: { path: TEST_CODE },
  },
  {
    name: 'declared-dependencies-only',
    comment: 'The product imports what its own package.json lists under dependencies.',
    from: { path: PRODUCT_CODE, pathNot: TEST_CODE },
    to: { path: '^node_modules/', dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined'] },
  },
  {
    name: 'imports-resolve',
    comment: 'An import that leads nowhere also leads past every rule.',
    from: {},
    to: { couldNotResolve: true, pathNot: '(\\?(raw|url|worker)$|^node:sqlite$)' }, // which only a newer Node has
  },
];

/** @type {Rule[]} */
const forbidden = [...workspaceRules, ...gatewayRules, ...webRules, ...generalRules].map((rule) => ({
  ...rule,
  severity: 'error',
}));

/** @satisfies {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-fleet|\\.tsbuild|coverage)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
