import type { ConsoleMessages } from './console-en.ts';

/** French: the console. */
export const consoleFr: ConsoleMessages = {
  connected: 'Connecté',
  blocked:
    'La passerelle répond, mais la console ne passe pas : trop de consoles sont ouvertes ailleurs, ou un élément intermédiaire bloque les WebSockets.',
  gap: 'La connexion a été interrompue ici ; des lignes peuvent manquer.',
  filter: 'Filtre',
  follow: 'Défilement auto',
  clear: 'Vider',
  copy: 'Copier',
  download: 'Télécharger',
  copied: { one: '# ligne copiée', other: '# lignes copiées' },
  copyFailed: 'Copier n’est pas possible ici. Téléchargez plutôt les lignes.',
  waiting: 'En attente de la prochaine ligne …',
  noMatch: 'Aucune ligne ne contient ce texte.',
  lines: { one: '# ligne', other: '# lignes' },
  ofLines: (count, lines) => `${count} sur ${lines}`,
  onlyLast: (max) => `seules les ${max} dernières sont conservées`,
  newLines: { one: 'Afficher # nouvelle ligne', other: 'Afficher # nouvelles lignes' },
};
