import type { Locale } from '../shared/i18n/locales.ts';

/** What the page says that a worker shows while the gateway does not answer. Its worker has no other texts. */
export interface OfflineTexts {
  readonly title: string;
  readonly check: string;
  readonly noNetwork: string;
  readonly opensItself: string;
  readonly lastValues: string;
  /** `{time}` is a time of day or a date with one, `{age}` such as “3 minutes ago”. */
  readonly asOf: string;
  readonly power: string;
  readonly yieldToday: string;
  readonly yieldTotal: string;
  readonly retry: string;
  readonly trying: string;
  readonly noAnswerAt: string;
}

export const OFFLINE_TEXTS: Readonly<Record<Locale, OfflineTexts>> = {
  en: {
    title: 'The gateway does not answer',
    check: 'Check that it has power, and that this device is in its network.',
    noNetwork: 'This device has no network connection.',
    opensItself: 'This page opens by itself as soon as the gateway answers.',
    lastValues: 'Last values',
    asOf: 'As of {time}, {age}',
    power: 'Total power',
    yieldToday: 'Yield today',
    yieldTotal: 'Total yield',
    retry: 'Try again',
    trying: 'Trying …',
    noAnswerAt: 'No answer at {time}.',
  },
  de: {
    title: 'Das Gateway antwortet nicht',
    check: 'Prüfen Sie, ob es Strom hat und ob dieses Gerät in seinem Netzwerk ist.',
    noNetwork: 'Dieses Gerät hat keine Netzwerkverbindung.',
    opensItself: 'Diese Seite öffnet sich von selbst, sobald das Gateway antwortet.',
    lastValues: 'Letzte Werte',
    asOf: 'Stand {time}, {age}',
    power: 'Gesamtleistung',
    yieldToday: 'Ertrag heute',
    yieldTotal: 'Gesamtertrag',
    retry: 'Erneut versuchen',
    trying: 'Wird versucht …',
    noAnswerAt: 'Um {time} keine Antwort.',
  },
  fr: {
    title: 'La passerelle ne répond pas',
    check: 'Vérifiez qu’elle est alimentée et que cet appareil est dans son réseau.',
    noNetwork: 'Cet appareil n’a pas de connexion réseau.',
    opensItself: 'Cette page s’ouvre d’elle-même dès que la passerelle répond.',
    lastValues: 'Dernières valeurs',
    asOf: 'Valeurs de {time}, {age}',
    power: 'Puissance totale',
    yieldToday: 'Production du jour',
    yieldTotal: 'Production totale',
    retry: 'Réessayer',
    trying: 'Nouvel essai …',
    noAnswerAt: 'Pas de réponse à {time}.',
  },
};
