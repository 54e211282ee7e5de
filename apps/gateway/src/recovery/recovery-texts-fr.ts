import { REFUSALS } from './recovery-refusals.ts';
import type { RecoveryTexts } from './recovery-wording.ts';

export const fr: RecoveryTexts = {
  title: 'Mode de récupération',
  damaged: (names, isOne) =>
    isOne
      ? `Le fichier de réglages ${names} est endommagé, et sa version précédente aussi.`
      : `Les fichiers de réglages ${names} sont endommagés, et leurs versions précédentes aussi.`,
  missing: (names, isOne) =>
    isOne ? `Le fichier de réglages ${names} manque.` : `Les fichiers de réglages ${names} manquent.`,
  started: 'La passerelle a démarré sans ses réglages. Avec une sauvegarde, tout redevient comme avant.',
  heading: 'Restaurer une sauvegarde',
  password: {
    kept: 'Mot de passe de l’administrateur, tel qu’il était réglé',
    given: 'Premier mot de passe, donné au démarrage de la passerelle',
  },
  file: 'Sauvegarde (`config.json`)',
  send: 'Restaurer',
  locked:
    'Le mot de passe est perdu avec les réglages. La personne qui gère la machine en fixe un pour cette page\u00a0: redémarrer la passerelle avec `--first-password` ou avec la variable `HELIOGRAPH_FIRST_PASSWORD`. Ce ne doit pas être celui par défaut.',
  noScript: 'Cette page a besoin de JavaScript pour envoyer la sauvegarde.',
  meaningHeading: 'Ce que cela veut dire',
  resting:
    'Tant que les réglages manquent, aucun onduleur n’est interrogé, rien n’est commuté et rien n’est envoyé à un broker. Les onduleurs continuent d’eux-mêmes.',
  kept: 'Les fichiers endommagés restent dans le dossier de données quand ils sont remplacés, les trois derniers de chacun\u00a0: leurs noms finissent par `.corrupt-1` à `.corrupt-3`.',
  waysHeading: 'D’où vient une sauvegarde, et que faire sans elle',
  whereBackups: 'Une sauvegarde est le fichier qui a été téléchargé dans Gestion de la configuration.',
  copies: (names) =>
    `Le dossier de données contient ce qui était réglé avant le dernier retour aux réglages d’usine\u00a0: ${names}.`,
  goodCopy:
    'Ou mettre de bonnes copies des fichiers à leur place dans le dossier de données, et redémarrer la passerelle.',
  otherFolder: 'Ou la démarrer avec un autre dossier de données, vide (`--data`), et tout régler de nouveau.',
  open: 'Ouvrir la passerelle',
  said: {
    sending: 'La sauvegarde est en cours de restauration …',
    done: 'La sauvegarde est restaurée. La passerelle redémarre, puis cette page l’ouvre.',
    wrongPassword: 'Ce mot de passe est faux.',
    wait: 'Trop de mots de passe étaient faux. Veuillez réessayer dans $1\u00a0s.',
    busy: 'La passerelle a trop à faire. Veuillez réessayer dans $1\u00a0s.',
    lost: 'La passerelle ne répond pas. Veuillez réessayer.',
    over: 'La passerelle n’est plus en mode de récupération. Rien n’a été envoyé.',
  },
  refusals: [
    [REFUSALS.empty, 'Le fichier est vide.'],
    [REFUSALS.noJson, 'Le fichier n’est pas du JSON\u00a0; il est peut-être endommagé ou coupé.'],
    [REFUSALS.nothing, 'Le fichier ne contient rien d’un $1.'],
    [REFUSALS.otherKind, 'Le fichier est un $1, pas un $2.'],
    [REFUSALS.value, 'La valeur de $1 dans le fichier est inutilisable.'],
    [REFUSALS.tooMany, 'Le fichier contient plus de $1 entrées dans $2.'],
    [REFUSALS.newer, 'Le fichier est de la version $1\u00a0; au plus $2 peut être lue ici.'],
    [REFUSALS.tooLarge, 'Le fichier dépasse $1 octets.'],
    [REFUSALS.full, 'Le disque est plein\u00a0; rien n’a été changé.'],
    [REFUSALS.readOnly, 'Le dossier de données est protégé en écriture\u00a0; rien n’a été changé.'],
    [
      REFUSALS.notSaved,
      'La passerelle ne peut pas écrire dans le dossier de données\u00a0; rien n’a été changé. Son journal en dit la raison.',
    ],
    [REFUSALS.restarting, 'La passerelle est en train de redémarrer\u00a0; rien n’a été changé.'],
  ],
};
