/** French: what the house takes beside what the plant gives. */
export const metered = {
  title: 'Maison et réseau',
  consumption: 'La maison a pris',
  ownUse: 'dont de l’installation',
  imported: 'du réseau',
  exported: 'injecté',
  ownShare: (percent: string) => `${percent} de l’énergie de l’installation a servi à la maison`,
  selfShare: (percent: string) => `${percent} de la consommation est venu de l’installation`,
  partly: (hours: string) => `Le compteur a été entendu pendant ${hours} h de ce temps.`,
  nothing: 'Le compteur n’a pas été entendu pendant ce temps.',
  asTable: 'Maison et réseau en tableau',
  curve: 'Ce que prend la maison',
  hour: 'Heure',
};
