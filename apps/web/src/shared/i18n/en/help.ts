/** English: where to find a setting, and what whoever helps needs. */
export const texts = {
  find: {
    open: 'Open',
    label: 'Search',
    hint: 'Any word of its name, such as password or zone.',
    none: 'There is no setting of this name.',
  },
  support: {
    title: 'Ask for help',
    text: 'One file with the newest lines of the log, the state of gateway and inverters, and all settings. Passwords, keys and certificates are not in it; names and addresses in your network are, so look at it before you show it to everybody.',
    save: 'Save the support file',
    saving: 'Reading …',
  },
};
