import { ABSENT, type Difference } from './compare.ts';

const ANYTHING = /^/;
const NOT_LOGGED_IN = ['anonymous', 'wrong password', 'own page, logged out', 'cookie of the sockets'];

/** What an inverter is now known to be, which had no name and no power. */
const HMS_2000: readonly Omit<Difference, 'state' | 'why'>[] = [
  {
    ...{ call: 'GET /api/devinfo/status', caller: 'admin', path: 'body.116180148266.0.hw_model_name' },
    ...{ old: '', new: 'HMS-2000-4T' },
  },
  {
    call: ['GET /api/devinfo/status', 'GET /api/limit/status'],
    caller: 'admin',
    path: ['body.116180148266.0.max_power', 'body.116180148266.max_power'],
    ...{ old: 0, new: 2000 },
  },
  {
    call: ['GET /api/livedata/status', 'SOCKET /livedata'],
    caller: ['admin', 'anonymous'],
    path: ['body.inverters.8.limit_absolute', 'message.inverters.8.limit_absolute'],
    ...{ old: -1, new: 2000 },
  },
];

/** Sentences of ours for people, said in plainer English; no client decides by them. */
const PLAINER: readonly Omit<Difference, 'why'>[] = [
  {
    ...{
      state: 'files',
      call: [
        'POST /api/config/upload?file=config.json (cut short)',
        'POST /api/config/upload?file=pin_mapping.json (cut short)',
      ],
      caller: 'admin',
      path: 'body',
    },
    old: 'The file is no JSON; it may be damaged or cut short.',
    new: 'The file is not JSON; it may be damaged or incomplete.',
  },
  {
    ...{
      state: 'files',
      call: 'POST /api/config/upload?file=config.json (an empty object)',
      caller: 'admin',
      path: 'body',
    },
    old: 'The file has nothing of config.json in it.',
    new: 'The file contains nothing that belongs in config.json.',
  },
  {
    ...{
      state: 'files',
      call: 'POST /api/config/upload?file=pin_mapping.json (an object)',
      caller: 'admin',
      path: 'body',
    },
    old: 'The file has nothing of pin_mapping.json in it.',
    new: 'The file contains nothing that belongs in pin_mapping.json.',
  },
  {
    ...{
      state: 'files',
      call: 'POST /api/config/upload?file=other.json (another file)',
      caller: 'admin',
      path: 'body',
    },
    old: 'There is no file to restore but config.json and pin_mapping.json.',
    new: 'Only config.json and pin_mapping.json can be restored.',
  },
  {
    ...{ state: 'files', call: 'POST /api/firmware/update with another MD5', caller: 'admin', path: 'body' },
    old: 'The file was damaged on its way: it has another MD5.',
    new: 'The file was damaged during the upload: its MD5 is different.',
  },
  {
    ...{ state: 'files', call: 'POST /api/firmware/update (cut short)', caller: 'admin', path: 'body' },
    old: 'The image is cut short.',
    new: 'The image is incomplete.',
  },
  {
    ...{ state: 'files', call: 'POST /api/firmware/update (no image)', caller: 'admin', path: 'body' },
    old: 'The file is no firmware image for the ESP32 family.',
    new: 'The file is not a firmware image for the ESP32 family.',
  },
  {
    ...{
      state: ['fresh', 'reading locked'],
      call: ['POST /api/config/upload', 'POST /api/firmware/update'],
      caller: ['admin', 'own page'],
      path: 'body',
    },
    old: 'The upload is no form of the type multipart/form-data.',
    new: 'The upload is not a form of the type multipart/form-data.',
  },
  {
    ...{
      state: 'posts',
      call: 'POST /api/heliograph/mqtt-trial good',
      caller: 'admin',
      path: 'body.message',
    },
    old: 'Nothing answers at this port of the server.',
    new: 'Nothing is listening on this port of the server.',
  },
];

/** What original devices have come to tell of themselves. */
const NEWER_SYSTEM_STATUS = [
  ...['cputemp', 'heap_max_block', 'heap_min_free', 'psram_total', 'psram_used', 'flashsize', 'task_details'],
  ...['git_branch', 'pioenv', 'nrf_configured', 'nrf_connected', 'nrf_pvariant'],
  ...['cmt_configured', 'cmt_connected'],
].map((key) => `body.${key}`);

const NEWEST_KEYS =
  'Programs of today find beside the channels of 2023 what the newest original devices tell of each inverter.';

/** What original devices have come to list of an inverter. */
const NEWER_INVERTER_KEYS = [
  ...['order', 'poll_enable', 'poll_enable_night', 'command_enable', 'command_enable_night'],
  ...['reachable_threshold', 'zero_runtime', 'zero_day', 'yieldday_correction', 'clear_eventlog'],
];

/** What original devices have come to tell and to set. */
const NEWER_KEYS: Readonly<Record<string, readonly string[]>> = {
  'network/status': ['sta_bssid'],
  'ntp/status': ['sun_risetime', 'sun_settime', 'sun_isSunsetAvailable', 'sun_isDayPeriod'],
  'mqtt/status': ['mqtt_clientid', 'mqtt_tls_cert_login', 'mqtt_client_cert_info', 'mqtt_clean_session'],
  'network/config': ['aptimeout', 'mdnsenabled', 'syslogenabled', 'sysloghostname', 'syslogport'],
  'ntp/config': ['sunsettype'],
  'mqtt/config': [
    ...['mqtt_clientid', 'mqtt_tls_cert_login', 'mqtt_client_cert', 'mqtt_client_key', 'mqtt_lwt_qos'],
    'mqtt_clean_session',
  ],
  'dtu/config': [
    ...['serial', 'pollinterval', 'nrf_enabled', 'nrf_palevel', 'cmt_enabled', 'cmt_palevel'],
    ...['cmt_frequency', 'cmt_country', 'cmt_chan_width', 'country_def'],
  ],
  'device/config': [
    ...['curPin.cmt', 'curPin.w5500', 'curPin.led', 'display.rotation', 'display.locale'],
    ...['display.diagramduration', 'display.diagrammode', 'led'],
  ],
};

/** Plants whose data folder the gateway made itself. In that of release 0.1.0 the metrics stay as they were. */
const FRESH_FOLDERS = [
  ...['captured', 'clock-not-set', 'dead-string', 'fresh', 'night', 'no-inverters', 'radio-problem'],
  ...['reading locked', 'unreachable'],
];

/** What the gateway answers otherwise than release 0.1.0 did, and why. How to add a row: README.md beside this file. */
export const DIFFERENCES: readonly Difference[] = [
  {
    ...{ state: 'posts', call: 'POST /api/ntp/config without ntp_timezone', caller: 'admin' },
    ...{ path: 'body.*', old: ANYTHING, new: /^(success|Settings saved\.|1001)$/ },
    why: 'Programs of today send the name of a zone without its rule, which is known by the name.',
  },
  ...Object.entries(NEWER_KEYS).map(([call, keys]) => ({
    ...{ state: '*', call: `GET /api/${call}*`, caller: '*', path: keys.map((key) => `body.${key}`) },
    ...{
      old: ABSENT,
      new: /^(true|false|-?\d+|--|en||OpenDTU-.*|•+|<generated serial, a string>|[[{].*[\]}])$/,
    },
    why: NEWEST_KEYS,
  })),
  {
    ...{ state: '*', call: 'GET /api/inverter/list*', caller: '*', old: ABSENT, new: /^(true|false|\d+)$/ },
    path: [
      ...NEWER_INVERTER_KEYS.map((key) => `body.inverter.*.${key}`),
      'body.inverter.*.channel.*.yield_total_offset',
    ],
    why: NEWEST_KEYS,
  },
  {
    ...{ state: '*', call: 'SOCKET /livedata*', caller: '*' },
    path: ['AC', 'DC', 'INV'].map((group) => `message.inverters.*.${group}`),
    ...{ old: ABSENT, new: /^\{.*\}$/ },
    why: NEWEST_KEYS,
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata*'], caller: '*' },
    ...{ path: ['body.inverters.*.order', 'message.inverters.*.order'], old: ABSENT, new: /^\d+$/ },
    why: NEWEST_KEYS,
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata*'], caller: '*' },
    ...{
      path: ['body.inverters.*.poll_enabled', 'message.inverters.*.poll_enabled'],
      old: ABSENT,
      new: true,
    },
    why: NEWEST_KEYS,
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata*'], caller: '*' },
    ...{
      path: ['body.inverters.*.data_age_ms', 'message.inverters.*.data_age_ms'],
      old: ABSENT,
      new: /^\d+$/,
    },
    why: NEWEST_KEYS,
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata*'], caller: '*' },
    ...{
      path: ['body.inverters.*.radio_stats', 'message.inverters.*.radio_stats'],
      old: ABSENT,
      new: /^\{"tx_request":\d+,/,
    },
    why: NEWEST_KEYS,
  },
  {
    ...{
      state: '*',
      call: 'GET /api/eventlog/status?inv=*',
      caller: '*',
      path: ['body.count', 'body.events'],
    },
    ...{ old: ABSENT, new: /^(\d+|\[.*\]|<.*>)$/ },
    why: 'Behind the log by its serial, as in 2023, stands the same as devices of today tell it.',
  },
  {
    ...{ state: '*', call: 'GET /api/network/config*', path: 'body.api_generations' },
    caller: ['admin', 'own page', 'own page without X-Requested-With', 'fetch of Node'],
    ...{ old: ABSENT, new: 'both' },
    why: 'The owner chooses which generations of the API other programs find; from the start it is both.',
  },
  {
    ...{ state: '*', call: 'GET /api/config/get*', path: 'body.heliograph' },
    caller: ['admin', 'own page', 'own page without X-Requested-With', 'fetch of Node'],
    ...{ old: ABSENT, new: /^\{"api_generations":"both","prometheus_labels":"(newest|2023)"\}$/ },
    why: 'A backup has also what no original has a name for, in a part that originals skip.',
  },
  {
    ...{ state: '*', call: 'GET /api/config/get*', caller: '*', old: ABSENT, new: /^(true|false|2|)$/ },
    path: [
      ...['body.mqtt.clientid', 'body.mqtt.clean_session', 'body.mqtt.lwt.qos'],
      ...['body.mqtt.tls.certlogin', 'body.mqtt.tls.client_cert', 'body.mqtt.tls.client_key'],
    ],
    why: 'A backup has what later originals have in theirs; those of 2023 skip it.',
  },
  {
    ...{
      state: '*',
      call: 'GET /api/config/get*',
      caller: '*',
      old: ABSENT,
      new: /^(0|1|en|36000|[[{].*[\]}])$/,
    },
    path: [
      ...['rotation', 'locale', 'diagram_duration', 'diagram_mode'].map(
        (key) => `body.device.display.${key}`,
      ),
      ...['body.device.led', 'body.logging'],
    ],
    why: 'A backup has what later originals have in theirs of display, lights and log; those of 2023 skip it.',
  },
  {
    ...{
      state: 'posts',
      call: 'POST /api/mqtt/config mqtt_root_ca_cert*',
      caller: 'admin',
      path: 'body.message',
    },
    ...{ old: /^The root certificate must/, new: /^Certificates and keys must/ },
    why: 'The bound now also holds for the certificate and the key that the gateway logs in with.',
  },
  {
    ...{ state: 'posts', call: 'POST /api/mqtt/config too large', caller: 'admin', path: 'body.*' },
    ...{ old: /^(The request is too large\.|1003)$/, new: /^(Values are missing\.|1005)$/ },
    why: 'There may be three certificates and keys, so a body may be longer.',
  },
  {
    ...{ state: '*', call: ['POST /api/config/upload*', 'POST /api/firmware/update*'], caller: '*' },
    ...{ path: 'headers.x-heliograph-refusal', old: ABSENT, new: /^[a-z0-9-]+(\?[\w.=&-]+)?$/ },
    why: 'Beside the sentence for people, a refusal of a file has a name, by which pages say it in their language.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*', path: 'body.git_hash' },
    ...{ old: /^(<commit>|v\d\.\d\.\d)$/, new: 'v25.5.10' },
    why: 'Programs compare it with releases of original devices; the commit has a key of its own.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*', path: NEWER_SYSTEM_STATUS, old: ABSENT },
    new: /^(true|false|heliograph||\[\]|0|<.*, a number>)$/,
    why: 'Programs of today find the keys that they know behind those of 2023.',
  },
  {
    ...{ state: ['after firmware', 'folder of 0.1.0'], call: 'GET /api/system/status', caller: 'admin' },
    ...{ path: 'body.heliograph_image', old: ABSENT, new: /^v\d\.\d\.\d$/ },
    why: 'The version of the image that is kept has a key of its own.',
  },
  {
    ...{
      state: '*',
      call: 'GET /api/system/status',
      caller: '*',
      path: 'body.heliograph_image',
      old: ABSENT,
    },
    new: '',
    why: 'No image is kept.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*' },
    ...{ path: 'body.heliograph_version', old: ABSENT, new: '<version of Heliograph, a string>' },
    why: 'Our own version has a key of its own.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*' },
    ...{ path: 'body.heliograph_commit', old: ABSENT, new: '<commit, a string>' },
    why: 'The commit that the gateway was built from has a key of its own.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*' },
    ...{ path: 'body.heliograph_installation', old: ABSENT, new: '<kind of installation, a string>' },
    why: 'How to update depends on how it was installed.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*' },
    ...{ path: 'body.heliograph_runtime_end_of_life', old: ABSENT, new: '<last fixes of Node.js, a string>' },
    why: 'The system page says when the Node.js it runs on gets no security fixes any more.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*' },
    ...{ path: 'body.heliograph_id', old: ABSENT, new: '<id of the run, a string>' },
    why: 'A gateway that has its inverters from another one can tell when that would be a ring.',
  },
  {
    ...{ state: '*', call: 'GET /api/system/status', caller: '*' },
    ...{ path: 'body.heliograph_upstream', old: ABSENT, new: [] },
    why: 'A gateway that has its inverters from another one can tell when that would be a ring.',
  },
  {
    ...{ state: '*', call: 'GET /api/ntp/status*', caller: '*', old: ABSENT },
    ...{ path: ['body.ntp_state', 'body.ntp_address', 'body.ntp_failure'] },
    new: '<state of the time server, a string>',
    why: 'A server that does not answer is told apart from one that does, with the reason.',
  },
  {
    ...{ state: '*', call: 'GET /api/ntp/status*', caller: '*', old: ABSENT },
    ...{ path: ['body.ntp_answer_age', 'body.ntp_offset', 'body.ntp_next_try'] },
    new: '<state of the time server, a number>',
    why: 'It is told when the time server answered, how far the clock was off, and when it is asked again.',
  },
  {
    ...{ state: '*', call: 'GET /api/ntp/status*', caller: '*', path: 'body.ntp_clock_set' },
    ...{ old: ABSENT, new: /^(true|false)$/ },
    why: 'A clock that shows a time need not have it from the time server.',
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata'], caller: '*' },
    ...{ path: ['body.inverters.*.radio_quality', 'message.inverters.*.radio_quality'], old: ABSENT },
    new: '<radio quality, a number>',
    why: 'A weak radio link does not look as good as a perfect one.',
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status', 'SOCKET /livedata'], caller: '*' },
    ...{ path: ['body.inverters.*.added_age', 'message.inverters.*.added_age'], old: ABSENT },
    new: '<age of the setting, a number>',
    why: 'Of an inverter that has not answered yet it is told since when it is waited for.',
  },
  {
    state: ['fresh', 'reading locked', 'password changed', 'folder of 0.1.0'],
    ...{ call: '*', caller: ['anonymous', 'admin', 'wrong password'], path: 'headers.www-authenticate' },
    ...{ old: 'xBasic realm="Heliograph"', new: 'Basic realm="Heliograph"' },
    why: 'Programs that wait to be asked for a login are asked, where the request cannot come from a page.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], caller: '*', path: '**', old: ANYTHING, new: ANYTHING },
    call: ['GET /api/livedata/status/', 'GET /api/livedata/status/inverters'],
    why: 'As on original devices a path goes on behind that of a GET; clients ask so.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], caller: '*', path: 'body.**', old: ANYTHING, new: ANYTHING },
    call: 'GET /api/livedata/status?inv=114182730124',
    why: 'Who asks for one inverter gets that one, not all of them.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], caller: '*', path: 'body.**', old: ANYTHING, new: ANYTHING },
    call: 'GET /api/livedata/status?inv=1',
    why: 'Who asks for an inverter that is not there gets none, as from the newest original devices, and not all of them.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], call: 'POST *', caller: 'fetch of Node' },
    path: ['status', 'headers.content-type', 'body', 'body.*'],
    ...{ old: ANYTHING, new: ANYTHING },
    why: 'The fetch of Node is no page; it may post without X-Requested-With.',
  },
  {
    ...{ state: 'fresh', call: 'GET /api/livedata/status (Host: its own name*)', caller: 'anonymous' },
    ...{ path: ['status', 'body.*', 'headers.*'], old: ANYTHING, new: ANYTHING },
    why: 'The gateway answers to the host name that is set, with and without .local.',
  },
  {
    ...{ state: 'mqtt', caller: 'broker', path: 'limit_relative', old: 33, new: 0 },
    call: ['ORDER limit_nonpersistent_relative "0"', 'ORDER limit_nonpersistent_absolute "0"'],
    why: 'A limit of 0 that is not persistent is taken by MQTT: it stops feeding in.',
  },
  {
    ...{ state: 'mqtt', call: 'ORDER limit_nonpersistent_relative "55.5"', caller: 'broker' },
    ...{ path: 'limit_relative', old: 33, new: 55.5 },
    why: 'Limits are taken in tenths.',
  },
  {
    ...{ state: 'mqtt', call: 'ORDER limit_persistent_relative "63.5"', caller: 'broker' },
    ...{ path: 'limit_relative', old: 33, new: 63.5 },
    why: 'Limits are taken in tenths.',
  },
  {
    ...{ state: 'mqtt', call: 'ORDER limit_nonpersistent_absolute "300.5"', caller: 'broker' },
    ...{ path: 'limit_relative', old: 33, new: /^37\.5/ },
    why: 'Limits are taken in tenths, also those in watts.',
  },
  {
    ...{ state: '*', call: 'GET /api/prometheus/metrics', caller: '*', path: 'headers.content-type' },
    ...{ old: 'text/plain; charset=utf-8', new: 'text/plain; version=0.0.4; charset=utf-8' },
    why: 'The type names the version of the format, as Prometheus asks.',
  },
  {
    call: [
      'GET /no-such-file.js',
      'GET /metrics',
      'GET /sw.js',
      'GET /livedata',
      'GET /console',
      'GET /assets/*',
    ],
    ...{ state: ['fresh', 'reading locked'], caller: '*', old: ANYTHING, new: ANYTHING },
    path: ['status', 'headers.*', 'body'],
    why: 'Only paths of pages are answered with the page; other paths that lead nowhere are told so.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], call: 'GET /favicon.ico', caller: '*' },
    ...{ path: ['status', 'headers.*', 'body'], old: ANYTHING, new: ANYTHING },
    why: 'Browsers and bookmarks that ask for the icon at its oldest address get it.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], caller: 'fetch of Node', old: ANYTHING, new: ANYTHING },
    ...{ call: ['GET /settings/ntp', 'GET /no/such/page'], path: ['status', 'headers.*', 'body'] },
    why: 'A program that asks for data at the address of a page is told that there are none.',
  },
  {
    state: '*',
    call: ['GET /api/livedata/status*', 'GET /api/limit/status*', 'SOCKET /livedata', 'ORDER *'],
    caller: '*',
    path: [
      'body.inverters.*.limit_state',
      'message.inverters.*.limit_state',
      'body.*.limit_state',
      'limit_state',
      'limit.limit_state',
    ],
    old: ABSENT,
    new: /^(known|expected|unknown)$/,
    why: 'A limit says how sure it is.',
  },
  {
    ...{ state: 'mqtt', call: 'ORDER restart "1"', caller: 'broker', path: 'limit_relative' },
    ...{ old: 0, new: 33 },
    why: 'A limit in doubt stays the one that was known last: 0 would read as a limit of nothing.',
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata'], caller: '*' },
    path: ['body.inverters.*.answering', 'message.inverters.*.answering'],
    old: ABSENT,
    new: /^(true|false)$/,
    why: 'Each inverter says whether it answers now, so that old values need not look like those of now.',
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata'], caller: '*' },
    path: ['body.inverters.*.yield_day_counts', 'message.inverters.*.yield_day_counts'],
    old: ABSENT,
    new: /^(true|false)$/,
    why: 'A yield of the day that was read before midnight is not one of today.',
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata'], caller: '*' },
    path: ['body.inverters.*.silence', 'message.inverters.*.silence'],
    old: ABSENT,
    new: /^(asleep|unclear|problem)$/,
    why: 'A silence says whether it is sleep or a problem.',
  },
  {
    ...{ state: '*', call: ['GET /api/livedata/status*', 'SOCKET /livedata'], caller: '*' },
    path: ['body.plant', 'message.plant'],
    old: ABSENT,
    new: /^\{"all":\d+,/,
    why: 'The plant as a whole: how many inverters answer, whether it is night, the last power, the day of the yield.',
  },
  {
    ...{
      state: '*',
      call: 'GET /api/prometheus/metrics',
      caller: '*',
      path: 'body.*heliograph_*',
      old: ABSENT,
    },
    new: ANYTHING,
    why: 'The sums of the plant, and which inverters answer, have metrics of their own.',
  },
  {
    ...{ state: '*', call: 'GET /api/network/config*', path: 'body.prometheus_labels' },
    caller: ['admin', 'own page', 'own page without X-Requested-With', 'fetch of Node'],
    ...{ old: ABSENT, new: /^(newest|2023)$/ },
    why: 'The owner chooses which labels the metrics have; a folder from before keeps those of 2023.',
  },
  {
    ...{ state: FRESH_FOLDERS, call: 'GET /api/prometheus/metrics', caller: '*' },
    path: ['body.opendtu_*{serial=**', 'body.# HELP opendtu_*', 'body.# TYPE opendtu_*'],
    ...{ old: ANYTHING, new: ANYTHING },
    why: 'In a new data folder the metrics have the labels, metrics and forms of values of the newest original devices.',
  },
  {
    ...{ state: FRESH_FOLDERS, call: 'GET /api/prometheus/metrics', caller: '*' },
    ...{ old: ABSENT, new: ANYTHING },
    path: ['body.opendtu_biggest_heap_block', 'body.opendtu_heap_min_free', 'body.*wifi_station**'],
    why: 'In a new data folder there are also the metrics of the newest original devices of memory and WiFi.',
  },
  {
    ...{ state: 'mqtt', call: 'TOPIC */dtu/total/*', caller: '*', path: '', old: ABSENT, new: ANYTHING },
    why: 'The sums of the plant are published.',
  },
  {
    ...{ state: 'mqtt', call: 'order of the first round', caller: '*', path: '*', old: ABSENT },
    new: /\/dtu\/total\//,
    why: 'They come behind everything that was published before.',
  },
  {
    ...{ state: '*', call: 'the files of the data folder', caller: 'the disk', path: '*', old: ABSENT },
    new: 'yields.json',
    why: 'What the inverters told last survives a restart.',
  },
  {
    ...{ state: '*', call: 'the files of the data folder', caller: 'the disk', path: '*', new: ABSENT },
    old: /^((security|dtu|ntp|inverters|network|device|mqtt|manifest)\.json(\.bak)?|gateway\.lock)$/,
    why: 'Settings are kept in one database, and the lock of the folder is one of the system (docs/decisions/0047).',
  },
  {
    ...{ state: '*', call: 'the files of the data folder', caller: 'the disk', path: '*', old: ABSENT },
    new: /^settings\.(db(-journal|\.good)?|lock)$/,
    why: 'The database of the settings, its last good copy and the lock of the folder (docs/decisions/0047).',
  },
  {
    ...{ state: '*', call: 'the files of the data folder', caller: 'the disk', path: '*', old: ABSENT },
    new: /^history\.db(-wal|-shm|-reserve)?$/,
    why: 'What was measured is kept.',
  },
  {
    ...{ state: '*', call: 'the files of the data folder', caller: 'the disk', path: '*', old: ABSENT },
    new: /^(findings|string-habits)\.json$/,
    why: 'What was found to be wrong with strings, and what is usual for each, survives a restart.',
  },
  {
    ...{ state: 'mqtt', call: 'TOPIC homeassistant/*', caller: 'discovery', path: 'payload.name' },
    ...{ old: ANYTHING, new: ANYTHING },
    why: 'Home Assistant puts the name of the device in front by itself; names said it twice.',
  },
  {
    ...{ state: 'mqtt', call: 'TOPIC homeassistant/*', caller: 'discovery' },
    ...{ path: ['payload.avty_t', 'payload.pl_avail', 'payload.pl_not_avail'], old: ABSENT },
    new: /^(solar\/dtu\/status|online|offline)$/,
    why: 'With the gateway gone every entity becomes unavailable.',
  },
  {
    ...{ state: 'mqtt', call: 'TOPIC homeassistant/number/*', caller: 'discovery', path: 'payload.max' },
    ...{ old: 1500, new: /^(400|800)$/ },
    why: 'A limit in watts goes up to what the inverter can do.',
  },
  {
    state: 'fresh',
    call: [
      'GET /api/network/status',
      'GET /api/ntp/status',
      'GET /api/mqtt/status',
      'GET /api/system/status',
    ],
    caller: NOT_LOGGED_IN,
    ...{ path: 'body.*', old: ANYTHING, new: '••••••••' },
    why: 'Names of servers and users, and addresses, are for whoever is logged in.',
  },
  {
    ...{ state: 'fresh', call: 'GET /api/prometheus/metrics', caller: NOT_LOGGED_IN },
    path: ['body.opendtu_build*.**', 'body.opendtu_platform*'],
    ...{ old: /^1$|not there/, new: /^1$|not there/ },
    why: 'Host name and hardware address are labels, and for whoever is logged in.',
  },
  ...PLAINER.map((row) => ({ ...row, why: 'The sentence is said in plainer English.' })),
  {
    ...{ state: 'folder of 0.1.0', call: 'GET /api/prometheus/metrics', caller: 'admin' },
    path: ['body.opendtu_build{*id="v7.7.7"**', 'body.opendtu_build{*id="<commit>"**'],
    ...{ old: /^(1|\(not there\))$/, new: /^(1|\(not there\))$/ },
    why: 'A firmware image is kept and never runs here, so it is not the version that runs.',
  },
  {
    ...{ state: '*', call: ['GET /api/system/status', 'GET /api/config/get*'], caller: '*' },
    ...{ path: ['body.cfgsavecount', 'body.cfg.save_count'], old: /^\d+$/, new: /^\d+$/ },
    why: 'The devices that bring inverters are a section of their own, which is written as all others are.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], call: 'GET /%zz', caller: 'foreign host name' },
    ...{ path: 'status', old: 400, new: 421 },
    why: 'An address that makes no sense is refused by the same checks, in the same order, as any other.',
  },
  {
    ...{ state: ['fresh', 'reading locked'], call: 'GET /%zz', caller: 'foreign host name' },
    path: 'body.message',
    old: 'The gateway cannot read this request (Bad Request).',
    new: /^The gateway does not answer to this name\./,
    why: 'An address that makes no sense is refused by the same checks, in the same order, as any other.',
  },
  {
    ...{ state: '*', call: 'GET /api/ntp/config*', caller: '*', old: ABSENT, new: null },
    path: ['body.latitude', 'body.longitude'],
    why: 'The settings of the time have a place, for which the hours of the sun are known.',
  },
  {
    ...{ state: '*', call: '*', caller: '*', path: 'headers.permissions-policy' },
    ...{ old: /geolocation=\(\)/, new: /geolocation=\(self\)/ },
    why: 'The page of the time settings may ask the browser where it is, when its button is pressed.',
  },
  {
    ...{ state: 'fresh', call: ['GET /', 'HEAD /'], caller: '*', path: 'headers.cache-control' },
    ...{ old: 'no-cache', new: 'no-store' },
    why: 'The first page has its values in it, which nobody may keep.',
  },
  {
    ...{ state: 'fresh', call: ['GET /', 'HEAD /'], caller: '*', path: 'headers.content-security-policy' },
    ...{ old: /script-src 'self'; style-src 'self';/ },
    new: /script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/,
    why: 'The first page has its styles and its first script in itself, allowed by their hashes and nothing else.',
  },
  {
    ...{ state: '*', call: '*', caller: '*', path: 'headers.content-security-policy' },
    ...{ old: /require-trusted-types-for 'script'$/ },
    new: /require-trusted-types-for 'script'; trusted-types worker 'allow-duplicates'$/,
    why: 'A page makes trusted addresses for its workers only, whatever gets into it.',
  },
  ...[6, 7].map((place) => ({
    ...{ state: 'mqtt', call: 'subscriptions', caller: 'broker', path: String(place), old: ABSENT },
    new: /^solar\/group\/\+\/cmd\/(cap|expiry) 0$/,
    why: 'Programs can limit the inverters of a group together, and say for how long.',
  })),
  ...HMS_2000.map((row) => ({
    ...row,
    state: 'captured',
    why: 'The part number of one of the captured answers is that of an HMS-2000, which is known now.',
  })),
  {
    ...{
      state: ['after firmware', 'folder of 0.1.0'],
      call: 'the files of the data folder',
      caller: 'the disk',
    },
    ...{ path: 'alert-book-json', old: ABSENT, new: 'alert-book.json' },
    why: 'What the owner was told of what is wrong is remembered.',
  },
  {
    ...{ state: 'after firmware', call: 'the files of the data folder', caller: 'the disk' },
    ...{ path: 'access-log-ndjson', old: ABSENT, new: 'access-log.ndjson' },
    why: 'Who was at the door is written down (docs/decisions/0053-access-log.md).',
  },
  {
    ...{ state: ['after firmware', 'files'], call: 'the files of the data folder', caller: 'the disk' },
    ...{ path: 'first-run-json', old: ABSENT, new: 'first-run.json' },
    why: 'A fresh gateway remembers how far it is set up (docs/decisions/0057-first-run.md).',
  },
];
