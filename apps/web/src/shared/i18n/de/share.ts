import type { Texts } from '../texts.ts';

/** German: where a link leads that shares a page. */
export const texts: Texts['share'] = {
  opening: 'Der Link wird geöffnet …',
  loggedIn: (user) =>
    `Sie sind als ${user} angemeldet und bleiben es: Was der Link zeigt, sehen Sie ohnehin.`,
  again: 'Noch einmal versuchen',
  problems: {
    over: {
      title: 'Dieser Link ist beendet',
      text: 'Was er gezeigt hat, ist damit nicht mehr zu sehen. Wer ihn Ihnen gegeben hat, kann einen neuen erstellen.',
    },
    expired: {
      title: 'Die Zeit dieses Links ist abgelaufen',
      text: 'Er galt nur einige Tage. Wer ihn Ihnen gegeben hat, kann einen neuen erstellen.',
    },
    unknown: {
      title: 'Diesen Link gibt es nicht',
      text: 'Er wurde beendet, oder ein Teil davon fehlt. Wer ihn Ihnen gegeben hat, kann einen neuen erstellen.',
    },
    clock: {
      title: 'Im Moment nicht',
      text: 'Die Uhr des Gateways ist nicht gestellt, daher weiß es nicht, ob dieser Link noch gilt.',
    },
    throttled: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Zu viele Links oder Passwörter waren zuletzt falsch.',
    },
    unreachable: { title: 'Keine Antwort', text: 'Das Gateway hat nicht geantwortet.' },
  },
};
