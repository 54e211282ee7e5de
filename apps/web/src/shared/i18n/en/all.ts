import { texts as common } from './common.ts';
import { texts as control } from './control.ts';
import { texts as device } from './device.ts';
import { texts as events } from './events.ts';
import { texts as info } from './info.ts';
import { texts as inverters } from './inverters.ts';
import { texts as login } from './login.ts';
import { texts as maintenance } from './maintenance.ts';
import { texts as mqtt } from './mqtt.ts';
import { texts as network } from './network.ts';
import { texts as plant } from './plant.ts';
import { texts as start } from './start.ts';
import { texts as time } from './time.ts';

/** English, all that a build for a device has, at once. */
export const texts = {
  start,
  common,
  login,
  control,
  device,
  events,
  info,
  inverters,
  maintenance,
  mqtt,
  network,
  plant,
  time,
};
