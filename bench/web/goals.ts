/** What a build may need at most, as a multiple of what the plain page needs in the same run. */
export const GOALS: Readonly<Record<string, number>> = {
  'first live value, cold': 1.6,
  'first live value, cached': 1.3,
  'main thread for a push': 1.3,
  // Both count the age of the data each second; ours also looks every ten seconds what season it is.
  'timers between pushes': 1.2,
  'limit dialog': 1.6,
};
