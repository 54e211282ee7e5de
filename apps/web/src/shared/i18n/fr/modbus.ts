import type { Texts } from '../texts.ts';

/** French. */
export const modbus: Texts['house']['modbus'] = {
  title: 'Pour Victron, evcc et d’autres : Modbus',
  intro:
    'Les gestionnaires d’énergie qui connaissent SunSpec peuvent voir votre installation et la limiter. Ce qu’ils règlent est toujours temporaire, et tous les autres ont le dernier mot avant eux.',
  enabled: 'Montrer l’installation par Modbus TCP',
  port: 'Port',
  portHint: '1502 convient partout. Un Victron GX a besoin de 502, que le système doit d’abord autoriser.',
  writers: 'Qui peut limiter l’installation',
  writersHint:
    'Une adresse par ligne, comme 192.168.4.20 ; ou un réseau comme 192.168.4.0/24. Modbus n’a pas de mot de passe : si la liste est vide, les autres peuvent lire, et personne ne peut limiter.',
  writersError:
    '16 adresses au plus, chacune comme 192.168.4.20, ou comme 192.168.4.0/24 pour tout un réseau.',
  heartbeat: 'Une limite prend fin après un silence de',
  heartbeatHint: 'Pour qu’un appareil tombé en panne ne retienne pas votre installation.',
  states: {
    off: 'Désactivé.',
    listening: 'D’autres peuvent se connecter maintenant.',
    'port-in-use':
      'Un autre programme occupe ce port. Choisissez-en un autre ; la passerelle réessaie d’elle-même.',
    'port-forbidden':
      'Le système refuse ce port à la passerelle. Choisissez-en un à partir de 1024, ou autorisez-le.',
    failed: 'Le port ne peut pas être ouvert ; le journal dit pourquoi.',
  },
  clients: 'Qui est venu',
  gone: '(non connecté actuellement)',
  mayLimit: 'peut limiter',
  readsOnly: 'lit seulement',
  limited: (ago) => `dernière commande il y a ${ago}`,
  refused: (times) => `refusé ${times}`,
  times: { one: '# fois', other: '# fois' },
  units: 'Quelle unité est quoi',
  plant: 'Toute l’installation',
  held: (watts, by, end) => `${watts} par ${by}, prend fin dans ${end}`,
};
