const WAYS_OUT = [
  ...['../config.json', '..\\config.json', '....//config.json', '....\\\\config.json', '..;/config.json'],
  ...['../../../../../etc/passwd', '/etc/passwd', '//etc/passwd', '/proc/self/environ', '/dev/zero'],
  ...['C:\\config.json', 'C:config.json', '\\\\server\\share\\config.json', 'file:///etc/passwd'],
  ...['http://127.0.0.1/config.json', './config.json', '.\\config.json', 'config.json/', 'config.json/.'],
  ...[
    'config.json/..',
    'config.json/../config.json',
    'x/../config.json',
    '..',
    '.',
    '/',
    '\\',
    '~',
    '~/config.json',
  ],
  ...['../pin_mapping.json', 'pin_mapping.json/../../config.json', '.../config.json', '%2e%2e/config.json'],
  ...['..%c0%afconfig.json', '..%252fconfig.json', '\uff0e\uff0e/config.json', '..\u2215config.json'],
];
const IN_THE_FOLDER = [
  ...[
    'settings.db',
    'settings.db.good',
    'security.json',
    'security.json.bak',
    'network.json',
    'mqtt.json',
    'firmware.json',
    'lock',
    'secret',
  ],
  ...['.config.json.tmp', 'config.json.tmp', 'config.json.bak', 'config.json.corrupt-1', 'slot_a.bin'],
  ...['a-directory', 'a-directory/inside', 'a-link', 'a-fifo', 'firmware-upload.tmp', 'simulation.json'],
];
const ALMOST = [
  ...[
    'CONFIG.JSON',
    'Config.json',
    'config.json.',
    'config.json ',
    ' config.json',
    'config.json\t',
    'config',
  ],
  ...['config.json::$DATA', 'config.json:stream', 'config.json\0', 'config.json\0.txt', '\0config.json'],
  ...['config.json\n', 'config.json\r\nX: y', 'config.jso\u0301n', 'conﬁg.json', '\u202enosj.gifnoc'],
  ...[
    'config.json;pin_mapping.json',
    'config.json,pin_mapping.json',
    'config*',
    '"config.json"',
    "'config.json'",
  ],
  ...[
    '-rf',
    '--help',
    'con',
    'nul',
    'COM1',
    '__proto__',
    'constructor',
    'toString',
    'undefined',
    'null',
    '0',
  ],
  ...['[]', '{}', '$HOME', '`id`', '$(id)', '|id', 'x'.repeat(300), 'x'.repeat(4000), '\ud83d', '🙂'],
];

/**
 * Names that a file of a backup does not have: ways out of the folder, other files in it, and what some system takes
 * for something else. Source: safety plan, the list of B7.
 */
export const HOSTILE_NAMES: readonly string[] = [...WAYS_OUT, ...IN_THE_FOLDER, ...ALMOST];

/** How a name is spelt in an address: as it is as far as HTTP lets it, and percent-encoded once and twice. */
export const SPELLINGS = {
  plain: (name: string) => wellFormed(name).replace(/[^!-~]|[#&+%]/gu, (sign) => encodeURIComponent(sign)),
  once: (name: string) => encodeURIComponent(wellFormed(name)),
  twice: (name: string) => encodeURIComponent(encodeURIComponent(wellFormed(name))),
} as const satisfies Readonly<Record<string, (name: string) => string>>;

/** Half a character has no bytes. */
const wellFormed = (name: string) => name.replace(/\p{Surrogate}/gu, '\ufffd');
