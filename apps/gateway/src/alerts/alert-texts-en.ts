import type { AlertTexts } from './alert-wording.ts';

export const en: AlertTexts = {
  tag: 'en-GB',
  rules: {
    silent: ({ name }) => ({
      title: `${name} does not answer`,
      text: 'It is day, so the inverter should be there. Check its fuse, its cable and the distance to the radio.',
    }),
    weak: ({ name, string, value }, number) => ({
      title: `${name}, string ${string}: yields too little`,
      text: `It gives about ${number(value)} % of what is expected. Dirt, shade or a plug may be the reason.`,
    }),
    dead: ({ name, string }) => ({
      title: `${name}, string ${string}: yields nothing`,
      text: 'Its neighbours yield, and it does not. Check plugs, cable and panel.',
    }),
    order: ({ name, reason = '' }) => ({
      title: `${name}: ${reason.startsWith('power') ? 'switching' : 'limit'} not confirmed`,
      text: reason.endsWith('open')
        ? 'The inverter has not confirmed the command in time; it is still being sent.'
        : reason.endsWith('refused')
          ? 'The inverter or its device has refused the command.'
          : 'What the inverter does since is not what the command wants.',
    }),
    event: ({ name, value }) => ({
      title: `${name}: unknown event ${value}`,
      text: 'The inverter has written an event into its log that nobody has explained yet.',
    }),
    restarts: ({ name, value }, number) => ({
      title: name === undefined ? 'The gateway restarts often' : `${name} restarts often`,
      text:
        name === undefined
          ? `It has started ${number(value)} times within 24 hours. Its power supply or its disk may be the reason.`
          : `Its log has ${number(value)} starts. A loose cable or the grid may be the reason.`,
    }),
    voltage: ({ name, value }, number) => ({
      title: `Grid voltage out of range: ${number(value, 1)} V`,
      text: `Measured by ${name}. Inverters switch off when that lasts.`,
    }),
    frequency: ({ name, value }, number) => ({
      title: `Grid frequency out of range: ${number(value, 2)} Hz`,
      text: `Measured by ${name}. Inverters give less, or switch off.`,
    }),
    device: ({ name, reason }) =>
      reason === 'radio'
        ? { title: 'The radio does not work', text: 'No inverter can be asked. Check how it is connected.' }
        : {
            title: `${name} brings no values`,
            text:
              reason === 'login'
                ? 'The device wants another password.'
                : reason === 'certificate'
                  ? 'The certificate of the device is not trusted.'
                  : reason === 'redirect'
                    ? 'The device sends us to another address.'
                    : 'The device does not answer. Check its power and its network.',
          },
    updated: ({ name, from, to }) => ({
      title: `${name} was updated`,
      text: `It runs ${to} now; before it was ${from}.`,
    }),
    meter: () => ({
      title: 'The power meter tells nothing',
      text: 'A rule by the meter holds what is safe meanwhile.',
    }),
    disk: ({ reason, value }, number) =>
      reason === 'read-only'
        ? { title: 'Nothing can be saved', text: 'The data folder is read-only. The disk may be failing.' }
        : reason === 'full'
          ? { title: 'The disk is full', text: 'Nothing can be saved until there is room.' }
          : { title: 'The disk is nearly full', text: `Only ${number(value)} % of it are free.` },
    backup: () => ({
      title: 'The nightly backup failed',
      text: 'The folder of the backups cannot be used. Check whether its disk is there and has room.',
    }),
  },
  over: (title) => `Over: ${title}`,
  wasSo: (title, from, to) => `${title} (from ${from} to ${to})`,
  since: (time) => `Since ${time}.`,
  several: (count) => `Heliograph: ${count} messages`,
  further: (count) => `… and ${count} more, in the list of the gateway.`,
  enough: {
    title: 'Heliograph: more in the list',
    text: 'There were enough messages today. What else there is stands in the list of the gateway, and comes tomorrow.',
  },
  test: { title: 'Heliograph: test', text: 'This message shows that the channel works.' },
  example: (title) => `Example: ${title}`,
  exampleNote: 'This is only an example; nothing is wrong.',
  sample: { inverter: 'Carport', device: 'DTU in the attic' },
  summary: {
    daily: 'Heliograph: today',
    weekly: 'Heliograph: the last seven days',
    lines: ({ energy, best, answering, open }) => [
      energy === undefined ? 'The yield is not known.' : `Yield: ${energy}`,
      ...(best === undefined ? [] : [`Best day: ${best}`]),
      `Inverters that answer: ${answering}`,
      ...(open.length === 0 ? ['Nothing is open.'] : ['Open:', ...open.map((title) => `- ${title}`)]),
    ],
  },
};
