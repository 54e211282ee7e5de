/** German: what the house takes beside what the plant gives. */
export const metered = {
  title: 'Haus und Netz',
  consumption: 'Das Haus brauchte',
  ownUse: 'davon aus der Anlage',
  imported: 'aus dem Netz',
  exported: 'eingespeist',
  ownShare: (percent: string) => `${percent} der Energie der Anlage wurde im Haus genutzt`,
  selfShare: (percent: string) => `${percent} des Verbrauchs kam aus der Anlage`,
  partly: (hours: string) => `Der Zähler war in dieser Zeit ${hours} h zu hören.`,
  nothing: 'Der Zähler war in dieser Zeit nicht zu hören.',
  asTable: 'Haus und Netz als Tabelle',
  curve: 'Was das Haus braucht',
  hour: 'Stunde',
};
