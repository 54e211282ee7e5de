import type { Texts } from '../texts.ts';

type OfOurGateway = Omit<
  Texts['plant'],
  | 'hints'
  | 'refusedInverters'
  | 'refusedTotal'
  | 'refusedHints'
  | 'noReading'
  | 'noInverters'
  | 'byRadio'
  | 'add'
  | 'logInToAdd'
>;

const OF_OUR_GATEWAY: OfOurGateway = {
  problems: {
    'unknown-name': 'Le nom est introuvable sur le réseau.',
    unreachable: 'Rien ne répond à l’adresse, ou la connexion s’interrompt aussitôt.',
    timeout: 'L’appareil ne répond pas à temps.',
    certificate:
      'Le certificat de l’appareil n’est signé par personne à qui l’ordinateur de la passerelle fait confiance.',
    'certificate-name': 'Le certificat de l’appareil est établi pour un autre nom ou une autre adresse.',
    'certificate-expired': 'Le certificat de l’appareil a expiré ou n’est pas encore valable.',
    'certificate-changed':
      'L’appareil présente un autre certificat que celui auquel vous avez fait confiance.',
    'no-tls': 'Aucune connexion chiffrée (HTTPS) ne s’établit à cette adresse.',
    'needs-tls': 'Cette adresse n’est accessible qu’en HTTPS.',
    'other-device': 'Le nom mène désormais à un autre appareil, qui ne reçoit pas le mot de passe.',
    redirect: 'L’adresse renvoie vers une autre, que la passerelle ne suit pas.',
    'host-name': 'Le Heliograph qui s’y trouve ne répond pas à ce nom.',
    login: 'L’appareil refuse le nom d’utilisateur ou le mot de passe.',
    throttled: 'L’appareil demande à ne pas être interrogé pendant un moment.',
    fault: 'L’appareil signale une erreur interne.',
    'no-json': 'Autre chose y répond, par exemple une page web, mais aucun appareil.',
    'cut-json': 'La réponse de l’appareil s’interrompt.',
    'too-large': 'La réponse est bien plus longue que celle d’un tel appareil.',
    'not-a-device': 'Ce qui y répond n’est ni un appareil OpenDTU ni un Heliograph.',
    itself: 'C’est l’adresse de cette passerelle elle-même.',
    ring: 'Cette autre passerelle reçoit ses onduleurs de celle-ci : ils tourneraient en rond.',
  },
  of: (name, what) => `${name} : ${what}`,
  unnamed: 'Appareil',
  wrongPassword:
    'L’appareil refuse le mot de passe de la passerelle : ses onduleurs ne peuvent donc pas être commandés.',
  noValuesFor: (duration) => `Pas de nouvelles valeurs depuis ${duration}.`,
  askedAgainIn: (duration) => `La passerelle l’interrogera à nouveau dans ${duration}.`,
  duplicates: {
    one: '# onduleur vient de plusieurs sources. Il est affiché et compté une seule fois.',
    other: '# onduleurs viennent de plusieurs sources. Ils sont affichés et comptés une seule fois.',
  },
  noInvertersYet: 'Pas encore d’onduleurs',
  waiting: 'Ils apparaissent ici dès que les appareils répondent.',
  byDevice: 'Un appareil OpenDTU que vous avez déjà apporte ses onduleurs.',
};

/** French: what only some plants have to hear: hints, the state of devices, and what to do without inverters. */
export const texts: Texts['plant'] = {
  hints: {
    label: 'Avertissements',
    password:
      'Vous utilisez encore le mot de passe par défaut. N’importe qui sur votre réseau peut le trouver.',
    passwordLink: 'Changer le mot de passe',
    radio: 'Le module radio n’est pas connecté ou n’est pas du bon type. Vérifiez le câblage.',
    restored:
      'Les réglages étaient endommagés, leur dernière bonne copie est donc utilisée. Vérifiez les réglages.',
    'read-only':
      'Le disque de la passerelle est en lecture seule, rien ne peut être enregistré. Vérifiez le disque.',
    full: 'Le disque de la passerelle est plein, rien ne peut être enregistré. Libérez de la place.',
    backup: 'La dernière sauvegarde nocturne a échoué. Le journal dit pourquoi.',
    clock: 'L’horloge n’est pas réglée.',
    clockStops: 'Les onduleurs ne sont pas interrogés tant qu’elle ne l’est pas.',
    clockJustStarted: 'C’est normal juste après un démarrage.',
    clockOverdue:
      'Elle devrait être réglée dans la minute qui suit le démarrage. Vérifiez le serveur de temps.',
    clockLink: 'Réglages de l’heure',
  },
  refusedInverters: {
    one: 'Les données de # onduleur ne sont pas valides et ne sont pas affichées.',
    other: 'Les données de # onduleurs ne sont pas valides et ne sont pas affichées.',
  },
  refusedTotal: 'Certains totaux ne sont pas valides et ne sont pas affichés.',
  refusedHints: 'Certains avertissements ne sont pas valides ; il en manque peut-être un ici.',
  noReading: {
    unreachableNoData: 'Cet onduleur n’a pas encore répondu. Vérifiez son numéro de série.',
    noReadingNote:
      'La passerelle n’a pas encore entendu cet onduleur. Il est peut-être en veille : il fonctionne à l’énergie solaire et se réveille au lever du jour.',
    placeNote: 'Avec l’emplacement de l’installation, cette page peut distinguer le jour de la nuit.',
    placeLink: 'Réglages de l’heure',
    unpolledNote: 'L’interrogation de cet onduleur est désactivée, au moins à cette heure de la journée.',
    waitingNote: 'La première mesure arrive en général en moins d’une minute.',
  },
  noInverters: 'Aucun onduleur n’est encore configuré.',
  byRadio:
    'Le module radio de la passerelle joint un onduleur par le numéro de série imprimé sur son étiquette.',
  add: { inverterSettings: 'Ajouter un onduleur', sources: 'Ajouter un appareil' },
  logInToAdd: {
    inverterSettings: 'Se connecter et ajouter un onduleur',
    sources: 'Se connecter et ajouter un appareil',
  },
  ...(__FOR_DEVICE__ ? ({} as OfOurGateway) : OF_OUR_GATEWAY),
};
