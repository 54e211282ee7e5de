import type { CommandStatus } from '@heliograph/contract';

/** English: the dialogs for limit and power, and orders that are pending. */
export const texts = {
  lastOrder: 'Last command',
  status: {
    Ok: 'Ok',
    Pending: 'Pending',
    Failure: 'Failure',
    Unknown: 'Unknown',
  } satisfies Record<CommandStatus, string>,
  statusNote: {
    Ok: 'No pending command.',
    Pending: 'The inverter has not confirmed the command yet.',
    Failure: 'The inverter did not answer. The gateway is retrying.',
    Unknown: 'The result of the last command is not known.',
  } satisfies Record<CommandStatus, string>,
  stale: 'These values may be out of date.',
  gone: 'This inverter has been removed. Commands no longer reach it.',
  sending: 'Sending…',
  perhapsTaken: {
    limit: 'It is not known whether the command arrived. Check the current limit before you send it again.',
    power:
      'It is not known whether the command arrived. Check the inverter’s state before you send it again.',
  },
  answersAgain: 'The gateway is answering again.',

  limit: {
    current: 'Current limit',
    notKnown: 'not known yet',
    lastKnown: 'last known, not confirmed',
    value: 'New limit',
    unit: 'Unit',
    percent: 'Percent (%)',
    watt: 'Watts (W)',
    range: (min: string, max: string) => `Allowed: ${min} to ${max}`,
    rangeFallback: (min: string, max: string) =>
      `Allowed: ${min} to ${max} (the inverter’s maximum power is not known yet)`,
    empty: 'Enter a limit.',
    notANumber: 'Enter a number, for example 50.',
    fraction: 'Enter a whole number.',
    outOfRange: (min: string, max: string) => `The limit must be between ${min} and ${max}.`,
    absoluteHint:
      'The current limit is updated at once if the inverter’s maximum power is known, otherwise after about 4 minutes.',
    setTemporary: 'Set until tonight',
    temporaryNote: 'Applies until the inverter loses power, tonight at the latest.',
    setPersistent: 'Set permanently',
    persistentNote: 'The inverter keeps it overnight and after a restart.',
  },

  power: {
    on: 'Switch on',
    onNote: 'The inverter produces power again.',
    off: 'Switch off',
    offNote: 'The inverter stops producing until it is switched on again.',
    restart: 'Restart',
    restartNote: 'The inverter restarts and is unreachable for a short time.',
    askOff: (name: string) => `Switch off ${name}?`,
    askOffNote: 'It stops producing at once and stays off until it is switched on again.',
    confirmOff: 'Yes, switch off',
    askRestart: (name: string) => `Restart ${name}?`,
    askRestartNote:
      'It is unreachable and produces nothing for a short time. Today’s yield starts at zero again, and a limit that was not set permanently is lost.',
    confirmRestart: 'Yes, restart',
  },

  orders: {
    label: 'Commands',
    power: { on: 'Switch-on', off: 'Switch-off', restart: 'Restart' },
    waiting: (what: string) => `${what} requested, waiting for the inverter`,
    failed: (what: string) => `${what} not confirmed; the gateway is retrying`,
    unknown: (what: string) => `${what} requested; the result is not known at the moment`,
    accepted: (what: string) => `${what} accepted; the current limit is updated in about 4 minutes`,
    unread: (what: string) =>
      `${what} requested, but the gateway was unreachable in between. The limit is shown once it has been read`,
    unclearLimit: (what: string) =>
      `The inverter reports ${what}. It may not keep this overnight: the gateway was unreachable in between`,
    unclearPower: (what: string) =>
      `${what} requested, but the gateway was unreachable in between. Check whether it was carried out`,
    different: (reported: string, what: string) =>
      `The inverter reports ${reported} instead of ${what}: another command or a restart came in between`,
    removed: (what: string) => `${what} requested; the inverter has been removed`,
    settling: {
      on: 'Switch-on accepted; the next reading will show it',
      off: 'Switch-off accepted; the next reading will show it',
    },
    contradicted: {
      on: 'Switch-on not confirmed: the inverter does not produce. It may be too dark, or another command came in between',
      off: 'Switch-off not confirmed: the inverter still produces. Another command may have come in between',
    },
    acceptedRestart: (name: string) => `${name}: Restart accepted by the inverter.`,
    confirmed: (name: string, what: string) => `${name}: ${what} confirmed by the inverter.`,
    dismiss: 'Dismiss',
    inTab: 'command pending',
  },
};
