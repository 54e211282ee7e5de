import { type HopMode, RADIO_FAULT_SENTENCES } from '@heliograph/contract';

/** English: how well the gateway's own radio reaches the inverters. */
export const texts = {
  intro: 'How well the radio of this gateway reaches each inverter, counted since the start.',
  chip: 'Radio module',
  state: 'Module',
  inverters: 'Inverters',
  states: {
    works: 'works',
    simulated: 'simulated',
    silent: 'does not answer',
    limited: 'works, with a problem',
  },
  hops: 'Changes of RF channel',
  /** Three times in microseconds. */
  lateness: (half: string, most: string, worst: string) =>
    `half of them at most ${half} late, 99 of 100 at most ${most}, the latest ${worst}`,
  onTime: 'on time',
  late: 'late',
  lateWhy:
    'Changes come too late, so packets are missed. Something else keeps this computer busy, or the gateway may not use real-time priority.',
  lateGuide: 'How to allow real-time priority',
  /** As the log and programs have them. */
  faults: RADIO_FAULT_SENTENCES,
  none: 'The radio has no inverters.',
  noneNext: 'Add them under Settings, Inverters.',
  outOfBand: 'Out of reach of this radio',
  outOfBandWhy:
    'HMS and HMT inverters speak below 1 GHz, which this module cannot, so they are not asked. Connect an original device that can (OpenDTU with a CMT2300A) under Settings, Sources; the gateway then reads them through it.',
  verdicts: {
    unknown: 'not known',
    early: 'too early to tell',
    good: 'well heard',
    fair: 'heard',
    poor: 'badly heard',
    silent: 'silent',
  },
  advice: {
    unknown:
      'Nothing is known of it while something is wrong with the radio module: see above. What is asked meanwhile does not count.',
    early: 'Wait for a few more answers.',
    good: 'Nothing to do.',
    fair: 'Some packets had to be sent again. That is usual at a distance and costs only time.',
    unheard:
      'Many packets do not reach the inverter. Move the gateway closer or into view of the roof, or raise the transmit power under DTU.',
    broken:
      'The inverter hears the gateway, but parts of its answers get lost. Move the gateway closer, away from WiFi routers, USB 3 devices and metal. A higher transmit power does not help here.',
    unanswered:
      'The inverter confirms packets, but often does not answer. Another gateway may be talking to it at the same time.',
    silent:
      'It does not answer. In the dark that is how it should be. By day, check its serial number, and whether the gateway is close enough.',
  },
  facts: {
    answered: 'Answered',
    acknowledged: 'Confirmed',
    tries: 'Sent per packet',
    missed: 'Parts missed',
    again: 'Asked again',
    signal: 'Signal',
  },
  of: (part: string, whole: string) => `${part} of ${whole}`,
  times: (count: number, text: string) => (count === 1 ? 'once' : `${text} times`),
  perAnswer: (count: string) => `${count} per answer`,
  before: (mode: string, percent: string, count: string) =>
    `${mode}: ${percent} of ${count} answered since the start.`,
  modes: { rigid: 'In time slots', free: 'As the original' } satisfies Record<HopMode, string>,
  testTitle: 'Self test',
  testIntro:
    'Sends one packet to nobody and listens for a second. Inverters are asked a little later meanwhile.',
  testStart: 'Test now',
  testing: 'The radio is being tested.',
  tested: {
    simulated: 'The radio is simulated, so there are no wires to look at.',
    module: 'The module answered and is an nRF24L01+.',
    notPlus: 'The module is no nRF24L01+, so no inverter understands it.',
    when: (ago: string) => `Tested ${ago} ago.`,
    silent: 'The module did not answer, so nothing could be sent.',
    sent: (times: string) => `It sends, and says so: ${times}, to nobody.`,
    notSent:
      'It did not say that a packet has left. Test again; if it stays so, check the wires of CE and IRQ.',
    listened: (packets: string) => `It listens: ${packets} heard within a second. None is usual.`,
    packets: (count: number, text: string) => `${text} ${count === 1 ? 'packet' : 'packets'}`,
  },
  hopTitle: 'Change of RF channels',
  hopMode: 'The radio changes',
  hopOptions: {
    rigid: "In the time slots of the inverters' radio (recommended)",
    free: 'Every 4 ms, as the original does',
  } satisfies Record<HopMode, string>,
  hopHint:
    'Both ways reach all inverters. The counters above are kept for each way, so that you can compare them: let each run for a day.',
  meaning: 'What the numbers mean',
  meanings: {
    answered: 'Questions and orders to which a whole answer came.',
    acknowledged:
      "Packets that the inverter's radio has confirmed. Without that it may have heard them all the same.",
    tries:
      'How often a packet went out until it was confirmed, or given up. Up to ten is usual, since the inverter listens on one of five RF channels at a time.',
    missed: 'Parts of answers that were not heard at once.',
    again: 'How often the gateway asked for such a part again.',
    signal:
      'How strong the inverter is received. An nRF24L01+ does not measure it, so it is there with other modules only.',
  },
};
