import type { AlertTexts } from './alert-wording.ts';

export const fr: AlertTexts = {
  tag: 'fr-FR',
  rules: {
    silent: ({ name }) => ({
      title: `${name} ne répond pas`,
      text: 'Il fait jour, l’onduleur devrait être là. Vérifiez son fusible, son câble et la distance à la radio.',
    }),
    weak: ({ name, string, value }, number) => ({
      title: `${name}, chaîne ${string} : production trop faible`,
      text: `Elle donne environ ${number(value)} % de ce qui est attendu. Saleté, ombre ou un connecteur peuvent en être la cause.`,
    }),
    dead: ({ name, string }) => ({
      title: `${name}, chaîne ${string} : aucune production`,
      text: 'Ses voisines produisent, elle non. Vérifiez connecteurs, câble et panneau.',
    }),
    order: ({ name, reason = '' }) => ({
      title: `${name} : ${reason.startsWith('power') ? 'commutation' : 'limite'} non confirmée`,
      text: reason.endsWith('open')
        ? 'L’onduleur n’a pas confirmé la commande à temps ; elle est toujours envoyée.'
        : reason.endsWith('refused')
          ? 'L’onduleur ou son appareil a refusé la commande.'
          : 'Ce que l’onduleur fait depuis n’est pas ce que veut la commande.',
    }),
    event: ({ name, value }) => ({
      title: `${name} : événement inconnu ${value}`,
      text: 'L’onduleur a écrit dans son journal un événement que personne n’a encore expliqué.',
    }),
    restarts: ({ name, value }, number) => ({
      title: name === undefined ? 'La passerelle redémarre souvent' : `${name} redémarre souvent`,
      text:
        name === undefined
          ? `Elle a démarré ${number(value)} fois en 24 heures. Son alimentation ou son disque peuvent en être la cause.`
          : `Son journal compte ${number(value)} démarrages. Un câble lâche ou le réseau peuvent en être la cause.`,
    }),
    voltage: ({ name, value }, number) => ({
      title: `Tension du réseau hors plage : ${number(value, 1)} V`,
      text: `Mesurée par ${name}. Les onduleurs s’arrêtent quand cela dure.`,
    }),
    frequency: ({ name, value }, number) => ({
      title: `Fréquence du réseau hors plage : ${number(value, 2)} Hz`,
      text: `Mesurée par ${name}. Les onduleurs produisent moins, ou s’arrêtent.`,
    }),
    device: ({ name, reason }) =>
      reason === 'radio'
        ? {
            title: 'La radio ne fonctionne pas',
            text: 'Aucun onduleur ne peut être interrogé. Vérifiez comment elle est branchée.',
          }
        : {
            title: `${name} ne donne aucune valeur`,
            text:
              reason === 'login'
                ? 'L’appareil veut un autre mot de passe.'
                : reason === 'certificate'
                  ? 'Le certificat de l’appareil n’est pas approuvé.'
                  : reason === 'redirect'
                    ? 'L’appareil nous envoie à une autre adresse.'
                    : 'L’appareil ne répond pas. Vérifiez son alimentation et son réseau.',
          },
    updated: ({ name, from, to }) => ({
      title: `${name} a été mis à jour`,
      text: `Il utilise maintenant ${to} ; avant, c’était ${from}.`,
    }),
    meter: () => ({
      title: 'Le compteur ne dit rien',
      text: 'Une règle selon le compteur garde la valeur sûre en attendant.',
    }),
    disk: ({ reason, value }, number) =>
      reason === 'read-only'
        ? {
            title: 'Rien ne peut être enregistré',
            text: 'Le dossier des données est en lecture seule. Le disque est peut-être défaillant.',
          }
        : reason === 'full'
          ? {
              title: 'Le disque est plein',
              text: 'Rien ne peut être enregistré tant qu’il n’y a pas de place.',
            }
          : { title: 'Le disque est presque plein', text: `Il n’en reste que ${number(value)} % de libre.` },
    backup: () => ({
      title: 'La sauvegarde de la nuit a échoué',
      text: 'Le dossier des sauvegardes est inutilisable. Vérifiez que son disque est là et a de la place.',
    }),
  },
  over: (title) => `Terminé : ${title}`,
  wasSo: (title, from, to) => `${title} (de ${from} à ${to})`,
  since: (time) => `Depuis ${time}.`,
  several: (count) => `Heliograph : ${count} messages`,
  further: (count) => `… et ${count} de plus, dans la liste de la passerelle.`,
  enough: {
    title: 'Heliograph : la suite dans la liste',
    text: 'Assez de messages pour aujourd’hui. Le reste est dans la liste de la passerelle, et viendra demain.',
  },
  test: { title: 'Heliograph : essai', text: 'Ce message montre que le canal fonctionne.' },
  example: (title) => `Exemple : ${title}`,
  exampleNote: 'Ce n’est qu’un exemple ; tout va bien.',
  sample: { inverter: 'Carport', device: 'DTU au grenier' },
  summary: {
    daily: 'Heliograph : aujourd’hui',
    weekly: 'Heliograph : les sept derniers jours',
    lines: ({ energy, best, answering, open }) => [
      energy === undefined ? 'La production n’est pas connue.' : `Production : ${energy}`,
      ...(best === undefined ? [] : [`Meilleur jour : ${best}`]),
      `Onduleurs qui répondent : ${answering}`,
      ...(open.length === 0 ? ['Rien n’est ouvert.'] : ['Ouvert :', ...open.map((title) => `- ${title}`)]),
    ],
  },
};
