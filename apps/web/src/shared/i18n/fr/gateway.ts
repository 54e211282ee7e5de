import type { Texts } from '../texts.ts';

/** French: what only our gateway does and tells. */
export const texts: Texts['gateway'] = {
  /** Heliograph itself, which is a program on a computer. */
  program: {
    title: 'Heliograph',
    version: 'Version d’Heliograph',
    updateNote:
      'Avant la mise à jour, téléchargez une sauvegarde (gestion de la configuration). Exécutez ensuite ceci dans le dossier cloné :',
    unknownWay:
      'Cette page ne peut pas savoir comment la passerelle a été installée. Choisissez ce qui convient :',
    ways: {
      git: 'Lancée par npm start : arrêtez-la d’abord avec Ctrl-C',
      docker: 'Docker Compose',
      systemd: 'Service systemd',
    },
    plainDocker: 'Sans Compose : reconstruisez l’image et lancez-la avec le même volume.',
    notRun:
      'Cette passerelle est un programme sur un ordinateur. Elle vérifie et enregistre les images de micrologiciel pour ESP32, mais ne les exécute pas.',
    notRunShort: 'Enregistrée sur cet ordinateur, mais pas exécutée.',
    image: 'Image enregistrée',
    noImage: 'aucune',
    hint: 'L’envoi commence dès que vous choisissez un fichier. S’il est valable, il est enregistré et la passerelle redémarre.',
    older: (version, kept) => `La version ${version} est plus ancienne que celle enregistrée, ${kept}.`,
    kept: 'L’image a été vérifiée et enregistrée. Elle ne s’exécute pas sur cet ordinateur.',
    runsOn: (version) =>
      `Elle ne s’exécute pas sur cet ordinateur : Heliograph ${version} continue de fonctionner.`,
  },
  programs: {
    title: 'Autres programmes',
    api: 'API pour les autres programmes',
    generations: {
      both: 'Les deux générations (par défaut)',
      '2023': 'Comme en 2023',
      newest: 'Comme la plus récente (v26.3.30)',
    },
    hint: 'Les programmes écrits pour OpenDTU trouvent les valeurs qu’ils connaissent de 2023 et d’aujourd’hui. Choisissez une génération si un programme est gêné par le mélange. Cette interface web fonctionne avec chacune.',
    prometheus: 'Étiquettes pour Prometheus',
    labels: {
      newest: 'Comme les plus récentes (v26.3.30)',
      '2023': 'Comme en 2023',
    },
    prometheusHint:
      'Les tableaux de bord pour OpenDTU à partir de v23.4.4 utilisent les étiquettes les plus récentes. Une passerelle mise à jour depuis une ancienne version garde celles de 2023 jusqu’à ce que vous changiez ce choix.',
  },
  mqttClient: {
    certificateLogin: 'Se connecter avec un certificat',
    certificateLoginHint: 'À la place du nom d’utilisateur et du mot de passe.',
    certificate: 'Certificat du client',
    key: 'Clé du client',
    keyHint: 'La clé privée de ce certificat, en texte PEM et sans phrase secrète.',
    id: 'Identifiant du client',
    idHint: 'Si vide, il est formé à partir de l’ID de la puce.',
    cleanSession: 'Clean session',
    cleanSessionHint: 'Le broker repart de zéro à chaque connexion.',
    qos: 'QoS du Last Will',
    qosNames: { '0': '0 : au plus une fois', '1': '1 : au moins une fois', '2': '2 : exactement une fois' },
  },
  runtime: {
    noFixesSince: (date) => `Plus de correctifs de sécurité depuis le ${date}.`,
    installNewer:
      'Installez la dernière version LTS de Node.js sur cet ordinateur, puis redémarrez Heliograph.',
    updateImage: 'Mettez Heliograph à jour : sa nouvelle image contient une version plus récente de Node.js.',
  },
  /** What is not kept of a file that is restored. */
  adjusted: {
    happens: {
      one: '# valeur n’est pas restaurée telle qu’elle est dans le fichier',
      other: '# valeurs ne sont pas restaurées telles qu’elles sont dans le fichier',
    },
    happened: {
      one: '# valeur n’a pas été restaurée telle qu’elle est dans le fichier',
      other: '# valeurs n’ont pas été restaurées telles qu’elles sont dans le fichier',
    },
    more: { one: '# autre', other: '# autres' },
    hidden: 'non affiché',
    leftOut: 'omis',
    empty: 'vide',
    kept: 'valeur actuelle',
    other: 'La passerelle modifie cette valeur.',
    reasons: {
      'below-minimum': 'Trop petit : la plus petite valeur possible s’applique.',
      'above-maximum': 'Trop grand : la plus grande valeur possible s’applique.',
      'too-long': 'Trop long : la fin est coupée.',
      'broken-character': 'Un demi-caractère est remplacé.',
      'not-set': 'Ne peut pas rester vide : la valeur par défaut s’applique.',
      missing: 'Absent du fichier : la valeur par défaut s’applique.',
      'no-name': 'Sans nom, le numéro de série s’applique.',
      'no-serial': 'Numéro de série non valide : cet onduleur est omis.',
      'no-place': 'Ce n’est pas un lieu sur Terre : il est omis.',
      'current-kept': 'Inutilisable : la valeur actuelle est conservée.',
      'mqtt-switched-off': 'MQTT est désactivé, car il ne peut pas fonctionner ainsi :',
    },
  },
  /** The time server: a trial, and how it answers. `failures`: what happened, and what to do. */
  timeServer: {
    test: 'Tester ce serveur',
    works: (address) => `${address} répond.`,
    serverAhead: (span) => `L’horloge de la passerelle retarde de ${span}.`,
    serverBehind: (span) => `L’horloge de la passerelle avance de ${span}.`,
    failures: {
      'unknown-host':
        'Le nom du serveur est introuvable. Vérifiez l’orthographe, l’accès à Internet et le serveur DNS.',
      'no-answer':
        'Le serveur ne répond pas. Vérifiez son nom, et si le pare-feu laisse passer le port UDP 123.',
      refused: 'Il n’y a pas de serveur de temps à cette adresse. Vérifiez le nom.',
      unwanted:
        'Le serveur refuse les demandes, car elles sont trop fréquentes. Attendez un peu ou utilisez-en un autre.',
      unsynchronised:
        'Le serveur lui-même ne connaît pas l’heure en ce moment. Attendez un peu ou utilisez-en un autre.',
      implausible: 'La réponse du serveur ne peut pas être juste. Utilisez-en un autre.',
      other: 'Le serveur était injoignable. Les détails sont dans la console.',
    },
    title: 'Serveur de temps',
    address: 'Adresse qui répond',
    lastAnswer: 'Dernière réponse',
    noAnswer: 'encore aucune',
    offset: 'Correction',
    wasBehind: (span) => `l’horloge retardait de ${span}`,
    wasAhead: (span) => `l’horloge avançait de ${span}`,
    nextTry: 'Prochain essai',
    now: 'maintenant',
    inTime: (span) => `dans ${span}`,
    ago: (span) => `il y a ${span}`,
  },
  /** The broker: a trial. `failures`: what happened, and what to do. */
  broker: {
    test: 'Tester la connexion',
    works: 'Le broker accepte la connexion.',
    failures: {
      'unknown-host': 'Le nom du serveur est introuvable. Vérifiez l’orthographe et le serveur DNS.',
      refused: 'Rien n’écoute sur ce port. Vérifiez le serveur et le port, et que le broker fonctionne.',
      'no-answer': 'Le serveur ne répond pas. Vérifiez le serveur, le port, le réseau et le pare-feu.',
      closed:
        'Le serveur a fermé la connexion. Il attend peut-être TLS, ou un autre appareil utilise le même identifiant client.',
      login: 'Le broker refuse le nom d’utilisateur ou le mot de passe. Vérifiez les deux.',
      rejected:
        'Ce n’est pas un broker MQTT, ou il n’accepte pas ce client. Vérifiez le serveur et le port, puis les règles d’accès du broker.',
      'no-tls': 'Ce port n’utilise pas TLS. Vérifiez le port ou désactivez TLS.',
      untrusted: 'Le certificat du broker n’est pas reconnu. Saisissez le certificat CA qui l’a signé.',
      'wrong-name': 'Le certificat du broker est émis pour un autre nom. Saisissez ce nom comme serveur.',
      'wrong-time':
        'Le certificat du broker n’est pas valable en ce moment. Renouvelez-le ou réglez l’horloge de la passerelle.',
      'unreadable-root': 'Le certificat CA est illisible. Collez-le à nouveau en texte PEM.',
      'unreadable-login':
        'Le certificat du client et sa clé sont illisibles ou ne vont pas ensemble. Collez-les à nouveau en texte PEM.',
      other: 'La connexion a échoué. Les détails sont dans la console.',
    },
  },
  /** What programs of today set of a device, and this gateway only keeps; and its log. */
  newerDevice: {
    rotation: 'Rotation',
    locale: 'Langue de l’écran',
    diagramDuration: 'Durée du diagramme',
    diagramMode: 'Diagramme',
    lights: 'Luminosité des voyants',
    logLevel: 'Niveau du journal',
    partLevels: 'Niveaux des différentes parties',
  },
};
