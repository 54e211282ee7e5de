import type { Me } from '@heliograph/fleet-contract';

/** Whether there is anything that one may manage. */
export const mayManage = ({ admin, manages }: Me) => admin || manages.length > 0;

/** Whether one may name, place and share what is in a group. */
export const managesGroup = ({ admin, manages }: Me, group: string) =>
  admin || (group !== '' && manages.includes(group));
