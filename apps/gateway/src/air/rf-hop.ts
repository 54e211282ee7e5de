import { RF_CHANNELS, type RfChannel } from '@heliograph/radio';

/**
 * The RF channel of every transmission in turn: 23, 40, 61, 75, 3, 23 ... whatever is sent, to whichever inverter.
 * An inverter listens on one channel at a time, so that a repeated request finds it sooner or later.
 * Source: radio protocol, section 1.
 */
export function createRfHop(): () => RfChannel {
  let index = 0;
  return () => {
    index = (index + 1) % RF_CHANNELS.length;
    return RF_CHANNELS[index] ?? RF_CHANNELS[0];
  };
}
