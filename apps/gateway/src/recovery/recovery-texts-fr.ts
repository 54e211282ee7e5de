import type { RecoveryTexts } from './recovery-wording.ts';

export const fr: RecoveryTexts = {
  title: 'Mode de récupération',
  damaged: (names, isOne) =>
    isOne
      ? `Le fichier de réglages ${names} est endommagé, et sa copie aussi.`
      : `Les fichiers de réglages ${names} sont endommagés, et leurs copies aussi.`,
  missing: (names, isOne) =>
    isOne ? `Le fichier de réglages ${names} manque.` : `Les fichiers de réglages ${names} manquent.`,
  gone: 'Les réglages manquent\u00a0: le dossier de données ne contient ni `settings.db`, ni copie utilisable de ce fichier.',
  historyThere: 'Ce qui a été mesuré, `history.db`, est là.',
  started: 'La passerelle a démarré sans ses réglages. Restaurez une sauvegarde pour les retrouver.',
  heading: 'Restaurer une sauvegarde',
  password: {
    kept: 'Mot de passe administrateur, tel qu’il était avant',
    given: 'Premier mot de passe donné au démarrage de la passerelle',
  },
  file: 'Sauvegarde (`config.json` ou `heliograph.backup`)',
  send: 'Restaurer',
  locked:
    'Le mot de passe a été perdu avec les réglages. Sur la machine elle-même, vous pouvez en définir un pour cette page\u00a0: redémarrez la passerelle avec `--first-password` ou avec la variable `HELIOGRAPH_FIRST_PASSWORD`. Ce ne doit pas être le mot de passe par défaut.',
  noScript: 'Cette page a besoin de JavaScript pour envoyer la sauvegarde.',
  meaningHeading: 'Ce que cela veut dire',
  resting:
    'Tant que les réglages ne sont pas restaurés, aucun onduleur n’est interrogé ni commandé, et rien n’est envoyé à un broker. Les onduleurs continuent de fonctionner seuls.',
  kept: 'Quand des fichiers endommagés sont remplacés, les trois derniers de chacun restent dans le dossier de données\u202f; leurs noms finissent par `.corrupt-1` à `.corrupt-3`.',
  waysHeading: 'Où trouver une sauvegarde, et que faire sans elle',
  whereBackups:
    'Cette page accepte ce que vous avez téléchargé dans Gestion de la configuration\u00a0: le fichier `config.json` ou la sauvegarde de tout (`heliograph.backup`).',
  copies: (names) =>
    `Le dossier de données contient les réglages d’avant le dernier retour aux réglages d’usine\u00a0: ${names}.`,
  goodCopy: 'Ou placez de bonnes copies des fichiers dans le dossier de données et redémarrez la passerelle.',
  otherFolder:
    'Ou démarrez-la avec un autre dossier de données, vide (`--data`), et refaites tous les réglages.',
  keepHistory:
    'Ce qui a été mesuré peut rester\u00a0: démarrez la passerelle une fois avec le dossier vide, arrêtez-la, puis mettez-y les fichiers de ce dossier dont le nom commence par `history.db`, à la place de ceux qui s’y trouvent.',
  open: 'Ouvrir la passerelle',
  withHistory: 'Restaurer aussi ce qui a été mesuré. Cela remplace l’historique présent.',
  newPassword: 'Ensuite, le mot de passe de la sauvegarde est valable.',
  restoreThis: 'Restaurer cette sauvegarde',
  said: {
    found: 'Une sauvegarde de tout, faite le $1 par la version $2.',
    noClock: '(jour inconnu)',
    looking: 'La passerelle examine la sauvegarde…',
    check: 'Rien n’a encore été modifié.',
    sending: 'La sauvegarde est en cours de restauration…',
    done: 'La sauvegarde a été restaurée. La passerelle redémarre et s’ouvrira ici.',
    wrongPassword: 'Ce mot de passe est incorrect.',
    wait: 'Trop de mots de passe incorrects. Réessayez dans $1\u00a0s.',
    busy: 'La passerelle est très occupée. Réessayez dans $1\u00a0s.',
    lost: 'La passerelle ne répond pas. Réessayez.',
    over: 'La passerelle n’est plus en mode de récupération. Rien n’a été envoyé.',
  },
  refusals: {
    'empty-file': 'Le fichier est vide.',
    'too-large': 'Le fichier dépasse {max}\u00a0octets.',
    'too-slow': 'L’envoi a duré trop longtemps\u202f; rien n’a été modifié.',
    'cut-short': 'Le fichier est incomplet\u202f: il s’arrête en plein milieu.',
    'image-cut-short': 'Le fichier est incomplet ou endommagé.',
    'no-json': 'Le fichier n’est pas un fichier JSON.',
    'broken-json':
      'Le fichier est endommagé\u202f: ligne {line}, caractère {column}, ce n’est pas du JSON valide.',
    'damaged-text': 'Le fichier est endommagé\u202f: il contient des caractères non valides.',
    'foreign-content': 'Le fichier ne contient rien qui appartienne à un {file}.',
    'other-kind': 'Le fichier est un {found}, pas un {file}.',
    'newer-version':
      'Le fichier est de la version {version}\u202f; cette passerelle ne lit que jusqu’à la version {newest}.',
    'wrong-type': 'La valeur de {path} dans le fichier n’est pas valide.',
    'unfit-value': 'La valeur de {path} dans le fichier n’est pas valide.',
    'too-many-items': 'Le fichier contient plus de {max} entrées dans {path}.',
    'disk-full': 'Le disque est plein\u202f; rien n’a été modifié.',
    'disk-read-only': 'Le dossier de données est en lecture seule\u202f; rien n’a été modifié.',
    'not-stored':
      'La passerelle ne peut pas écrire dans le dossier de données\u202f; rien n’a été modifié. Son journal en donne la raison.',
    'about-to-restart': 'La passerelle est en train de redémarrer\u202f; rien n’a été modifié.',
    'about-to-end': 'La passerelle est en train de s’arrêter\u202f; rien n’a été modifié.',
    'internal-error': 'Une erreur s’est produite dans la passerelle\u202f; rien n’a été modifié.',
  },
};
