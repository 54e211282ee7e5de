import { type LiveData, type LiveInverter, readLiveData } from '@heliograph/contract';

/**
 * Live data in words of the wire, as a gateway sent them: the channels of each inverter gathered.
 *
 * @throws when a client could not read every bit of it
 */
export function sentLiveData(text: string): LiveData {
  const sent: LiveData = JSON.parse(text);
  const read = readLiveData(sent);
  if (read === undefined) throw new Error(`no live data: ${text}`);
  const refused = read.refusedInverters + read.inverters.reduce((sum, each) => sum + each.refusedValues, 0);
  if (refused > 0 || read.refusedTotal || read.refusedHints) throw new Error(`not readable: ${text}`);
  return { ...sent, inverters: sent.inverters.map(withChannels) };
}

/** On the wire the channels stand beside the other keys, by their numbers. */
function withChannels(inverter: LiveInverter): LiveInverter {
  const channels = Object.entries(inverter).filter(([key]) => /^\d+$/.test(key));
  return { ...inverter, channels: Object.fromEntries(channels) };
}
