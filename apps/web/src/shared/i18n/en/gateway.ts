import type {
  AdjustmentReason,
  ApiGenerations,
  MqttFailure,
  NtpFailure,
  PrometheusLabels,
} from '@heliograph/contract';
import type { PluralForms } from '../format.ts';

/** English: what only our gateway does and tells; a build for a device has none of it. */
export const texts = {
  /** Heliograph itself, which is a program on a computer. */
  program: {
    title: 'Heliograph',
    version: 'Heliograph version',
    updateNote:
      'Before updating, download a backup (Config management). Then run this in the folder you cloned:',
    unknownWay: 'This page cannot tell how the gateway was installed. Choose the way that applies:',
    ways: {
      git: 'Started with npm start: stop it first, with Ctrl-C',
      docker: 'Docker Compose',
      systemd: 'systemd service',
    },
    plainDocker: 'Without Compose: build the image again and run it with the same volume.',
    notRun:
      'This gateway is a program on a computer. It checks and stores firmware images for ESP32 devices, but does not run them.',
    notRunShort: 'Stored on this computer, but not run.',
    image: 'Stored image',
    noImage: 'none',
    hint: 'The upload starts as soon as you choose a file. If the file is valid, it is stored and the gateway restarts.',
    older: (version: string, kept: string) => `Version ${version} is older than the stored ${kept}.`,
    kept: 'The image was checked and stored. It does not run on this computer.',
    runsOn: (version: string) => `It does not run on this computer: Heliograph ${version} keeps running.`,
  },
  /** What other programs find: phone apps, home automation, scripts. */
  programs: {
    title: 'Other programs',
    api: 'API for other programs',
    generations: {
      both: 'Both generations (default)',
      '2023': 'As in 2023',
      newest: 'As in the newest (v26.3.30)',
    } satisfies Readonly<Record<ApiGenerations, string>>,
    hint: 'Programs written for OpenDTU find the values they know from 2023 and from today. Choose one generation if a program is confused by the mixture. This web interface works with each of them.',
    prometheus: 'Labels for Prometheus',
    labels: {
      newest: 'As in the newest (v26.3.30)',
      '2023': 'As in 2023',
    } satisfies Readonly<Record<PrometheusLabels, string>>,
    prometheusHint:
      'Dashboards for OpenDTU v23.4.4 and later use the newest labels. A gateway updated from an older version keeps the labels of 2023 until you change this.',
  },
  /** Who the gateway is to an MQTT broker. */
  mqttClient: {
    certificateLogin: 'Log in with a certificate',
    certificateLoginHint: 'In place of username and password.',
    certificate: 'Client certificate',
    key: 'Client key',
    keyHint: 'The private key of this certificate, as PEM text and without a passphrase.',
    id: 'Client ID',
    idHint: 'If empty, it is made from the chip ID.',
    cleanSession: 'Clean session',
    cleanSessionHint: 'The broker starts anew with each connection.',
    qos: 'QoS of the last will',
    qosNames: { '0': '0: at most once', '1': '1: at least once', '2': '2: exactly once' },
  },
  runtime: {
    noFixesSince: (date: string) => `No security fixes since ${date}.`,
    installNewer: 'Install the latest LTS version of Node.js on this computer, then start Heliograph again.',
    updateImage: 'Update Heliograph: its new image comes with a newer Node.js.',
  },
  /** What is not kept of a file that is restored. */
  adjusted: {
    happens: {
      one: '# value is not restored as it is in the file',
      other: '# values are not restored as they are in the file',
    } satisfies PluralForms,
    happened: {
      one: '# value was not restored as it is in the file',
      other: '# values were not restored as they are in the file',
    } satisfies PluralForms,
    more: { one: '# more', other: '# more' } satisfies PluralForms,
    hidden: 'not shown',
    leftOut: 'left out',
    empty: 'empty',
    kept: 'current value',
    other: 'The gateway changes this value.',
    reasons: {
      'below-minimum': 'Too small: the smallest possible value is used.',
      'above-maximum': 'Too large: the largest possible value is used.',
      'too-long': 'Too long: the end is cut off.',
      'broken-character': 'Half a character is replaced.',
      'not-set': 'This cannot be empty: the default is used.',
      missing: 'Missing in the file: the default is used.',
      'no-name': 'Without a name, the serial number is used.',
      'no-serial': 'Not a valid serial number: this inverter is left out.',
      'no-place': 'Not a place on Earth: it is left out.',
      'current-kept': 'Cannot be used: the current value is kept.',
      'mqtt-switched-off': 'MQTT is switched off, because it cannot work like this:',
    } satisfies Readonly<Record<AdjustmentReason, string>>,
  },
  /** The time server: a trial, and how it answers. `failures`: what happened, and what to do. */
  timeServer: {
    test: 'Test this server',
    works: (address: string) => `${address} answers.`,
    serverAhead: (span: string) => `The gateway’s clock is ${span} behind.`,
    serverBehind: (span: string) => `The gateway’s clock is ${span} ahead.`,
    failures: {
      'unknown-host':
        'The server name cannot be found. Check its spelling, the internet access and the DNS server.',
      'no-answer':
        'The server does not answer. Check its name, and whether the firewall lets UDP port 123 through.',
      refused: 'There is no time server at this address. Check the name.',
      unwanted:
        'The server is refusing requests because they come too often. Wait a while or use another one.',
      unsynchronised:
        'The server itself does not know the time at the moment. Wait a while or use another one.',
      implausible: 'The server’s answer cannot be right. Use another one.',
      other: 'The server could not be reached. Details are in the console.',
    } satisfies Record<NtpFailure, string>,
    title: 'Time server',
    address: 'Answering address',
    lastAnswer: 'Last answer',
    noAnswer: 'none yet',
    offset: 'Correction',
    wasBehind: (span: string) => `clock was ${span} behind`,
    wasAhead: (span: string) => `clock was ${span} ahead`,
    nextTry: 'Next try',
    now: 'now',
    inTime: (span: string) => `in ${span}`,
    ago: (span: string) => `${span} ago`,
  },
  /** The broker: a trial. `failures`: what happened, and what to do. */
  broker: {
    test: 'Test connection',
    works: 'The broker accepts the connection.',
    failures: {
      'unknown-host': 'The server name cannot be found. Check its spelling and the DNS server.',
      refused: 'Nothing is listening on this port. Check server and port, and whether the broker is running.',
      'no-answer': 'The server does not answer. Check server, port, network and firewall.',
      closed:
        'The server closed the connection. It may expect TLS, or another device is using the same client ID.',
      login: 'The broker does not accept username and password. Check both.',
      rejected:
        'This is not an MQTT broker, or it does not accept this client. Check server and port, then the broker’s access rules.',
      'no-tls': 'This port does not use TLS. Check the port or switch TLS off.',
      untrusted: 'The broker’s certificate is not trusted. Enter the CA certificate that signed it.',
      'wrong-name': 'The broker’s certificate is for a different name. Enter that name as the server.',
      'wrong-time':
        'The broker’s certificate is not valid at the moment. Renew it or set the gateway’s clock.',
      'unreadable-root': 'The CA certificate cannot be read. Paste it again as PEM text.',
      'unreadable-login':
        'The client certificate and its key cannot be read, or do not belong together. Paste both again as PEM text.',
      other: 'The connection failed. Details are in the console.',
    } satisfies Record<MqttFailure, string>,
  },
  /** What programs of today set of a device, and this gateway only keeps; and its log. */
  newerDevice: {
    rotation: 'Rotation',
    locale: 'Language of the display',
    diagramDuration: 'Time span of the diagram',
    diagramMode: 'Diagram',
    lights: 'Brightness of the lights',
    logLevel: 'Level of the log',
    partLevels: 'Levels of single parts',
  },
};
