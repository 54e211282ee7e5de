import type { Texts } from '../texts.ts';

/** French: the console. */
export const console: Texts['maintenance']['console'] = {
  connected: 'Connecté',
  gap: 'La connexion a été interrompue ici ; des lignes peuvent manquer.',
  filter: 'Filtre',
  follow: 'Défilement auto',
  clear: 'Vider',
  copy: 'Copier',
  download: 'Télécharger',
  copied: { one: '# ligne copiée', other: '# lignes copiées' },
  copyFailed: 'La copie n’est pas possible ici. Téléchargez plutôt les lignes.',
  waiting: 'En attente de la prochaine ligne…',
  notConnected: 'Non connecté.',
  noMatch: 'Aucune ligne ne contient ce texte.',
  lines: { one: '# ligne', other: '# lignes' },
  ofLines: (count, lines) => `${count} sur ${lines}`,
  onlyLast: (max) => `seules les ${max} dernières sont conservées`,
  newLines: { one: 'Afficher # nouvelle ligne', other: 'Afficher # nouvelles lignes' },
};
