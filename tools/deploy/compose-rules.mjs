import { parse } from 'yaml';
import { looseImage } from './loose-image.mjs';

/**
 * What is read of a service.
 * @typedef {object} Service
 * @property {string} [image]
 * @property {unknown} [build]
 * @property {readonly string[]} [profiles]
 * @property {readonly string[]} [ports]
 * @property {readonly string[]} [volumes]
 * @property {readonly string[]} [networks]
 * @property {readonly string[]} [depends_on]
 * @property {readonly string[]} [cap_drop]
 * @property {readonly string[]} [cap_add]
 * @property {readonly string[]} [security_opt]
 * @property {Readonly<Record<string, string>>} [environment]
 * @property {boolean} [read_only]
 * @property {string} [restart]
 * @property {unknown} [healthcheck]
 * @property {{ readonly driver?: string, readonly options?: Readonly<Record<string, string>> }} [logging]
 *
 * @typedef {object} ComposeFile
 * @property {Readonly<Record<string, Service>>} services
 * @property {Readonly<Record<string, unknown>>} [networks]
 * @property {Readonly<Record<string, unknown>>} [volumes]
 */

/** What we use; a word that is none of these is a slip of the pen. Source: the Compose specification. */
const FILE_WORDS = ['name', 'services', 'networks', 'volumes'];
const SERVICE_WORDS = [
  ...[
    'image',
    'build',
    'command',
    'user',
    'hostname',
    'environment',
    'profiles',
    'depends_on',
    'healthcheck',
  ],
  ...['ports', 'networks', 'volumes', 'tmpfs', 'restart', 'logging'],
  ...['read_only', 'cap_drop', 'cap_add', 'security_opt'],
];

/**
 * What is wrong with a compose file, one sentence each.
 * @param {string} text
 * @param {(path: string) => boolean} exists whether there is such a file or folder beside it
 * @returns {readonly string[]}
 */
export function composeProblems(text, exists) {
  /** @type {ComposeFile} */
  const file = parse(text, { merge: true });
  const names = Object.keys(file).filter((word) => !word.startsWith('x-'));
  return [
    ...unknownWords(names, FILE_WORDS).map((word) => `${word} is no part of a compose file`),
    ...Object.entries(file.services).flatMap(([name, service]) =>
      serviceProblems(service, file, exists).map((problem) => `${name}: ${problem}`),
    ),
    ...unusedProblems(file),
  ];
}

/** What the gateway is given for a chip, and no more: neither all devices nor rights of root. */
const CHIP_WORDS = ['environment', 'devices', 'group_add', 'ulimits'];
/** Of packages/radio, chip-thread.ts: what its thread asks for. */
const THREAD_PRIORITY = 50;

/**
 * What is wrong with the file that is given after the other one, for a chip at the pins of the machine.
 * @param {string} text
 * @param {string} baseText of the file that comes before it
 * @returns {readonly string[]}
 */
export function overrideProblems(text, baseText) {
  /** @type {ComposeFile & { readonly services: Readonly<Record<string, ChipService>> }} */
  const file = parse(text);
  /** @type {ComposeFile} */
  const base = parse(baseText, { merge: true });
  return [
    ...unknownWords(Object.keys(file), ['services']).map((word) => `${word} is no part of such a file`),
    ...unknownWords(Object.keys(file.services), Object.keys(base.services)).map(
      (name) => `there is no service ${name}`,
    ),
    ...Object.entries(file.services).flatMap(([name, service]) =>
      chipProblems(service).map((problem) => `${name}: ${problem}`),
    ),
  ];
}

/**
 * @typedef {object} ChipService
 * @property {Readonly<Record<string, string>>} [environment]
 * @property {readonly string[]} [devices]
 * @property {{ readonly rtprio?: number }} [ulimits]
 */

/** @param {ChipService} service */
function chipProblems(service) {
  const { environment = {}, devices = [], ulimits } = service;
  return [
    ...unknownWords(Object.keys(service), CHIP_WORDS).map(
      (word) => `${word} is no part of what a chip needs`,
    ),
    ...devices
      .map((device) => device.replace(/^\$\{\w+:-(.*)\}$/, '$1'))
      .filter((device) => !/^\/dev\/(spidev\d+\.\d+|gpiochip\d+)$/.test(device))
      .map((device) => `${device} is more than one device`),
    ...(environment.HELIOGRAPH_RADIO === 'nrf24' ? [] : ['it is not told to use the chip']),
    ...(ulimits?.rtprio === THREAD_PRIORITY
      ? []
      : ['the thread of the chip does not get the priority that it asks for']),
  ];
}

/**
 * @param {Service} service
 * @param {ComposeFile} file
 * @param {(path: string) => boolean} exists
 */
function serviceProblems(service, file, exists) {
  return [
    ...unknownWords(Object.keys(service), SERVICE_WORDS).map((word) => `${word} is no part of a service`),
    ...safetyProblems(service),
    ...secretProblems(service),
    ...mountProblems(service, file, exists),
    ...unknownWords(service.networks ?? [], Object.keys(file.networks ?? {})).map(
      (name) => `there is no network ${name}`,
    ),
    ...unknownWords(service.depends_on ?? [], Object.keys(file.services)).map(
      (name) => `there is no service ${name}`,
    ),
  ];
}

/** @param {Service} service */
function safetyProblems({ image = '', build, healthcheck, ...service }) {
  const loose = looseImage(image);
  /** @type {readonly (readonly [boolean, string])[]} */
  const rules = [
    [loose === undefined, loose ?? ''],
    [service.read_only === true, 'its files can be changed'],
    [service.cap_drop?.includes('ALL') === true, 'it keeps rights of root'],
    // Of the rights of root only the one to listen at 80 and 443.
    [(service.cap_add ?? []).every((right) => right === 'NET_BIND_SERVICE'), 'it gets rights of root'],
    [service.security_opt?.includes('no-new-privileges:true') === true, 'it can get new rights'],
    [service.restart === 'unless-stopped', 'it does not come back by itself'],
    [healthcheck !== undefined || build !== undefined, 'nobody asks for its health'],
    [isLogCapped(service.logging), 'its log may fill the disk'],
  ];
  return rules.filter(([isKept]) => !isKept).map(([, sentence]) => sentence);
}

/**
 * Docker keeps the whole log of a container unless it is told how large a file may be, and how many of them there may be.
 * @param {Service['logging']} logging
 */
function isLogCapped(logging) {
  const { 'max-size': size = '', 'max-file': files = '' } = logging?.options ?? {};
  const isRotated = logging?.driver === 'json-file' || logging?.driver === 'local';
  return isRotated && /^[1-9]\d?m$/.test(size) && Number(files) >= 2 && Number(files) <= 10;
}

/** What comes from outside, as `${NAME:-}` with or without quotes around it, is no secret of the file. @param {Service} service */
function secretProblems({ environment = {} }) {
  return Object.entries(environment)
    .filter(([name]) => /PASSWORD|SECRET|TOKEN/.test(name) && !name.endsWith('_FILE'))
    .filter(([, value]) => !/^("?)(\$\{\w+(:-)?\})?\1$/.test(value))
    .map(([name]) => `${name} stands in the file`);
}

/**
 * @param {Service} service
 * @param {ComposeFile} file
 * @param {(path: string) => boolean} exists
 */
function mountProblems({ volumes = [] }, file, exists) {
  return volumes.flatMap((volume) => {
    const [source = '', , mode = ''] = volume.split(':');
    if (!/^[./~]/.test(source)) return source in (file.volumes ?? {}) ? [] : [`there is no volume ${source}`];
    if (!source.startsWith('./')) return [`${source} lies outside of the repository`];
    if (!exists(source)) return [`there is no ${source}`];
    return mode === 'ro' ? [] : [`${source} can be written to`];
  });
}

/** @param {ComposeFile} file */
function unusedProblems({ services, networks = {}, volumes = {} }) {
  const all = Object.values(services);
  const usedVolumes = all
    .flatMap((service) => service.volumes ?? [])
    .map((volume) => volume.split(':')[0] ?? '');
  return [
    ...unknownWords(Object.keys(volumes), usedVolumes).map((name) => `nobody uses the volume ${name}`),
    ...unknownWords(
      Object.keys(networks),
      all.flatMap((service) => service.networks ?? []),
    ).map((name) => `nobody is in the network ${name}`),
  ];
}

/**
 * @param {readonly string[]} words
 * @param {readonly string[]} known
 */
function unknownWords(words, known) {
  return words.filter((word) => !known.includes(word));
}
