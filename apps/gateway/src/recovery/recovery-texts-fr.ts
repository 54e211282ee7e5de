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
  started: 'La passerelle a démarré sans ses réglages. Restaurez une sauvegarde pour les retrouver.',
  heading: 'Restaurer une sauvegarde',
  password: {
    kept: 'Mot de passe administrateur, tel qu’il était avant',
    given: 'Premier mot de passe donné au démarrage de la passerelle',
  },
  file: 'Sauvegarde (`config.json`)',
  send: 'Restaurer',
  locked:
    'Le mot de passe a été perdu avec les réglages. Sur la machine elle-même, vous pouvez en définir un pour cette page\u00a0: redémarrez la passerelle avec `--first-password` ou avec la variable `HELIOGRAPH_FIRST_PASSWORD`. Ce ne doit pas être le mot de passe par défaut.',
  noScript: 'Cette page a besoin de JavaScript pour envoyer la sauvegarde.',
  meaningHeading: 'Ce que cela veut dire',
  resting:
    'Tant que les réglages ne sont pas restaurés, aucun onduleur n’est interrogé ni commandé, et rien n’est envoyé à un broker. Les onduleurs continuent de fonctionner seuls.',
  kept: 'Quand des fichiers endommagés sont remplacés, les trois derniers de chacun restent dans le dossier de données\u202f; leurs noms finissent par `.corrupt-1` à `.corrupt-3`.',
  waysHeading: 'Où trouver une sauvegarde, et que faire sans elle',
  whereBackups: 'Une sauvegarde est le fichier que vous avez téléchargé dans Gestion de la configuration.',
  copies: (names) =>
    `Le dossier de données contient les réglages d’avant le dernier retour aux réglages d’usine\u00a0: ${names}.`,
  goodCopy: 'Ou placez de bonnes copies des fichiers dans le dossier de données et redémarrez la passerelle.',
  otherFolder:
    'Ou démarrez-la avec un autre dossier de données, vide (`--data`), et refaites tous les réglages.',
  open: 'Ouvrir la passerelle',
  said: {
    sending: 'La sauvegarde est en cours de restauration…',
    done: 'La sauvegarde a été restaurée. La passerelle redémarre et s’ouvrira ici.',
    wrongPassword: 'Ce mot de passe est incorrect.',
    wait: 'Trop de mots de passe incorrects. Réessayez dans $1\u00a0s.',
    busy: 'La passerelle est très occupée. Réessayez dans $1\u00a0s.',
    lost: 'La passerelle ne répond pas. Réessayez.',
    over: 'La passerelle n’est plus en mode de récupération. Rien n’a été envoyé.',
  },
  refusals: [
    [REFUSALS.empty, 'Le fichier est vide.'],
    [REFUSALS.noJson, 'Le fichier n’est pas du JSON\u202f; il est peut-être endommagé ou tronqué.'],
    [REFUSALS.nothing, 'Le fichier ne contient rien qui appartienne à un $1.'],
    [REFUSALS.otherKind, 'Le fichier est un $1, pas un $2.'],
    [REFUSALS.value, 'La valeur de $1 dans le fichier n’est pas valide.'],
    [REFUSALS.tooMany, 'Le fichier contient plus de $1 entrées dans $2.'],
    [
      REFUSALS.newer,
      'Le fichier est de la version $1\u202f; cette passerelle ne lit que jusqu’à la version $2.',
    ],
    [REFUSALS.tooLarge, 'Le fichier dépasse $1\u00a0octets.'],
    [REFUSALS.full, 'Le disque est plein\u202f; rien n’a été modifié.'],
    [REFUSALS.readOnly, 'Le dossier de données est en lecture seule\u202f; rien n’a été modifié.'],
    [
      REFUSALS.notSaved,
      'La passerelle ne peut pas écrire dans le dossier de données\u202f; rien n’a été modifié. Son journal en donne la raison.',
    ],
    [REFUSALS.restarting, 'La passerelle est en train de redémarrer\u202f; rien n’a été modifié.'],
  ],
};
