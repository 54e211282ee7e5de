import type { CommandStatus } from '@heliograph/contract';

/** English: the dialogs for limit and power, and what was asked of an inverter. */
export const controlEn = {
  lastOrder: 'Last order',
  status: {
    Ok: 'Ok',
    Pending: 'Pending',
    Failure: 'Failure',
    Unknown: 'Unknown',
  } satisfies Record<CommandStatus, string>,
  statusNote: {
    Ok: 'No order is waiting.',
    Pending: 'The order is on its way; the inverter has not confirmed it yet.',
    Failure: 'The inverter did not answer. The gateway tries again by itself at the inverter’s next turn.',
    Unknown: 'The gateway does not say what became of the last order.',
  } satisfies Record<CommandStatus, string>,
  stale: 'What stands here is from before.',
  gone: 'This inverter is no longer among those of the gateway. An order will not reach it.',
  sending: 'Sending …',
  perhapsTaken: {
    limit:
      'Whether the order arrived is not known. Look at the current limit once the gateway answers, and send the order again if needed.',
    power:
      'Whether the order arrived is not known. Look at what the inverter does once the gateway answers, and send the order again if needed.',
  },
  answersAgain: 'The gateway did not answer; now it answers again.',

  limit: {
    current: 'Current limit',
    notKnown: 'not known yet',
    value: 'New limit',
    unit: 'Unit',
    percent: 'Percent (%)',
    watt: 'Watts (W)',
    range: (min: string, max: string) => `Allowed: ${min} to ${max}`,
    rangeFallback: (min: string, max: string) =>
      `Allowed: ${min} to ${max} (the inverter’s own maximum is not known yet)`,
    empty: 'Enter a limit.',
    notANumber: 'Enter a number without letters or signs, for example 50.',
    fraction: 'Enter a whole number: the gateway takes no fractions.',
    outOfRange: (min: string, max: string) => `The limit must be between ${min} and ${max}.`,
    absoluteHint:
      'Where the inverter’s maximum is known, the shown current limit follows at once, otherwise after about 4 minutes.',
    setTemporary: 'Set non-persistent',
    temporaryNote: 'Until the inverter next loses its power, tonight at the latest.',
    setPersistent: 'Set persistent',
    persistentNote: 'The inverter keeps it over night and after a restart.',
  },

  power: {
    on: 'Switch on',
    onNote: 'The inverter produces again.',
    off: 'Switch off',
    offNote: 'The inverter stops producing until it is switched on again.',
    restart: 'Restart',
    restartNote: 'The inverter starts anew; it is silent for a while.',
    askOff: (name: string) => `Switch off ${name}?`,
    askOffNote: 'It stops producing at once and yields nothing until somebody switches it on again.',
    confirmOff: 'Yes, switch off',
    askRestart: (name: string) => `Restart ${name}?`,
    askRestartNote:
      'It is silent for a while and produces nothing meanwhile. Its yield of today begins at zero again, and a limit that is not persistent is lost.',
    confirmRestart: 'Yes, restart',
  },

  asked: {
    label: 'Orders',
    power: { on: 'Switch-on', off: 'Switch-off', restart: 'Restart' },
    waiting: (what: string) => `${what} requested, waiting for the inverter`,
    failed: (what: string) => `${what} not confirmed; the gateway tries again at the inverter’s next turn`,
    unknown: (what: string) => `${what} requested; what became of it is not known at the moment`,
    accepted: (what: string) => `${what} accepted; the shown limit follows in about 4 minutes`,
    unread: (what: string) =>
      `${what} requested; the gateway was out of reach meanwhile. The limit will tell once it is read`,
    unclearLimit: (what: string) =>
      `The inverter reports ${what}. Whether it keeps that over night is not certain: the gateway was out of reach meanwhile`,
    unclearPower: (what: string) =>
      `${what} requested; the gateway was out of reach meanwhile. Check whether the inverter did it`,
    different: (reported: string, what: string) =>
      `The inverter reported ${reported} instead of ${what}: another order or a restart came in between`,
    removed: (what: string) => `${what} requested; the inverter is no longer among those of the gateway`,
    settling: {
      on: 'Switch-on accepted by the inverter; waiting for it to start producing',
      off: 'Switch-off accepted by the inverter; waiting for it to stop producing',
    },
    contradicted: {
      on: 'Switch-on not confirmed: the inverter does not produce. It may be too dark, or another order came in between',
      off: 'Switch-off not confirmed: the inverter still produces. Another order may have come in between',
    },
    acceptedRestart: (name: string) => `${name}: Restart, accepted by the inverter.`,
    confirmed: (name: string, what: string) => `${name}: ${what}, confirmed by the inverter.`,
    dismiss: 'Put this message away',
    inTab: 'order open',
  },
};

/** The texts of the dialogs for limit and power, and what was asked of an inverter. */
export type ControlMessages = typeof controlEn;
