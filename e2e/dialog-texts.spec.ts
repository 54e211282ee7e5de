import type { Locator, Page } from '@playwright/test';
import { NO_TEXT, wordsIn } from './language-check.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true, sharedGateway: true });

type Language = 'en' | 'de' | 'fr';

/** What must stand in each place, in the order of the languages. What differs must not stand there in another one. */
const TEXTS: Readonly<Record<string, readonly (readonly [en: string, de: string, fr: string])[]>> = {
  toolbar: [
    ['Set limit', 'Leistung begrenzen', 'Régler la limite'],
    ['Power on/off', 'Ein- und ausschalten', 'Allumer ou éteindre'],
    ['Device info', 'Geräteinfo', 'Infos de l’appareil'],
    ['Event log', 'Ereignisse', 'Journal'],
  ],
  limit: [
    ['Set limit', 'Leistung begrenzen', 'Régler la limite'],
    ['Current limit', 'Aktuelle Begrenzung', 'Limite actuelle'],
    ['Last command', 'Letzter Befehl', 'Dernière commande'],
    ['No pending command.', 'Kein ausstehender Befehl.', 'Aucune commande en attente.'],
    ['New limit', 'Neue Begrenzung', 'Nouvelle limite'],
    ['Percent (%)', 'Prozent (%)', 'Pour cent (%)'],
    ['Watts (W)', 'Watt (W)', 'Watts (W)'],
    ['Allowed: 10 W to 400 W', 'Erlaubt: 10 W bis 400 W', 'Autorisé : de 10 W à 400 W'],
    ['Enter a limit.', 'Geben Sie eine Begrenzung ein.', 'Saisissez une limite.'],
    ['otherwise after about 4 minutes', 'sonst nach etwa 4 Minuten', 'sinon après environ 4 minutes'],
    ['Set until tonight', 'Bis heute Nacht begrenzen', 'Appliquer jusqu’à ce soir'],
    ['Set permanently', 'Dauerhaft begrenzen', 'Appliquer durablement'],
    ['tonight at the latest', 'spätestens bis heute Nacht', 'ce soir au plus tard'],
    ['keeps it overnight', 'behält sie über Nacht', 'la garde pendant la nuit'],
    ['Close', 'Schließen', 'Fermer'],
    [
      'Each permanent limit wears the inverter’s memory.',
      'Jede dauerhafte Begrenzung nutzt den Speicher des Wechselrichters ab.',
      'Chaque limite permanente use la mémoire de l’onduleur.',
    ],
    ['Limits', 'Begrenzung', 'Limites'],
  ],
  power: [
    ['Power on/off', 'Ein- und ausschalten', 'Allumer ou éteindre'],
    ['Last command', 'Letzter Befehl', 'Dernière commande'],
    ['Switch on', 'Einschalten', 'Allumer'],
    ['Switch off', 'Ausschalten', 'Éteindre'],
    ['Restart', 'Neustart', 'Redémarrer'],
    ['unreachable for a short time', 'ist kurz nicht erreichbar', 'reste injoignable un court instant'],
  ],
  restart: [
    ['Restart Garage?', 'Garage neu starten?', 'Redémarrer Garage ?'],
    ['Yes, restart', 'Ja, neu starten', 'Oui, redémarrer'],
    ['starts at zero again', 'beginnt wieder bei null', 'repart de zéro'],
    ['Cancel', 'Abbrechen', 'Annuler'],
  ],
  deviceInfo: [
    ['Device info', 'Geräteinfo', 'Infos de l’appareil'],
    ['Model', 'Modell', 'Modèle'],
    ['Detected maximum power', 'Erkannte Maximalleistung', 'Puissance maximale détectée'],
    ['Bootloader version', 'Bootloader-Version', 'Version du chargeur d’amorçage'],
    ['Firmware version', 'Firmware-Version', 'Version du micrologiciel'],
    ['Firmware build date', 'Firmware erstellt am', 'Date du micrologiciel'],
    ['Hardware part number', 'Hardware-Teilenummer', 'Référence du matériel'],
    ['Hardware version', 'Hardware-Version', 'Version du matériel'],
    ['10/25/2021', '25.10.2021', '25/10/2021'],
  ],
  eventLog: [
    ['Event log', 'Ereignisse', 'Journal des événements'],
    ['Start', 'Beginn', 'Début'],
    ['Stop', 'Ende', 'Fin'],
    ['Message', 'Meldung', 'Message'],
    ['newest first', 'neueste zuerst', 'les plus récents d’abord'],
    ['Inverter started', 'Wechselrichter gestartet', 'Onduleur démarré'],
    ['reports at most 15 events', 'meldet höchstens 15 Ereignisse', 'signale au plus 15 événements'],
  ],
  settings: [
    ['Inverters', 'Wechselrichter', 'Onduleurs'],
    ['Add an inverter', 'Wechselrichter hinzufügen', 'Ajouter un onduleur'],
    ['Serial number', 'Seriennummer', 'Numéro de série'],
    ['Name', 'Name', 'Nom'],
    ['Enter the serial number.', 'Geben Sie die Seriennummer ein.', 'Saisissez le numéro de série.'],
    ['Enter a name.', 'Geben Sie einen Namen ein.', 'Saisissez un nom.'],
    ['Add inverter', 'Wechselrichter hinzufügen', 'Ajouter l’onduleur'],
    ['Configured inverters', 'Eingerichtete Wechselrichter', 'Onduleurs configurés'],
    ['3 of 10', '3 von 10', '3 sur 10'],
    ['Type', 'Typ', 'Type'],
    ['Strings', 'Strings', 'Chaînes'],
    ['Edit Garage', 'Garage bearbeiten', 'Modifier Garage'],
    ['Delete Garage', 'Garage löschen', 'Supprimer Garage'],
  ],
  edit: [
    ['Edit inverter', 'Wechselrichter bearbeiten', 'Modifier l’onduleur'],
    ['the roof it is on', 'das Dach, auf dem er montiert ist', 'le toit où il se trouve'],
    ['String 1', 'String 1', 'Chaîne 1'],
    ['Optional.', 'Optional.', 'Facultatif.'],
    ['Peak power', 'Spitzenleistung', 'Puissance crête'],
    ['0 means not set.', '0 bedeutet nicht angegeben.', '0 signifie non indiquée.'],
    ['Save', 'Speichern', 'Enregistrer'],
    ['Cancel', 'Abbrechen', 'Annuler'],
  ],
  discard: [
    ['Discard your changes?', 'Änderungen verwerfen?', 'Abandonner les modifications ?'],
    ['have not been saved', 'noch nicht gespeichert', 'pas encore enregistrées'],
    ['Keep editing', 'Weiter bearbeiten', 'Continuer la saisie'],
    ['Discard', 'Verwerfen', 'Abandonner'],
  ],
  deletion: [
    ['Delete this inverter?', 'Diesen Wechselrichter löschen?', 'Supprimer cet onduleur ?'],
    ['Its settings are lost', 'Seine Einstellungen gehen verloren', 'Ses réglages sont perdus'],
    ['Delete', 'Löschen', 'Supprimer'],
    ['Cancel', 'Abbrechen', 'Annuler'],
  ],
};

/** Texts of so many characters are of one language only, wherever they stand. */
const LONG = 12;

async function expectTexts(place: Locator, name: keyof typeof TEXTS, language: Language): Promise<void> {
  const index = ['en', 'de', 'fr'].indexOf(language);
  const sets = TEXTS[name] ?? [];
  const ours = sets.map((set) => set[index] ?? '');
  await expect(async () => {
    const words = await wordsIn(place);
    const all = words.join(' | ');
    expect(ours.filter((text) => !all.includes(text))).toEqual([]);
    const foreign = sets.flat().filter((text) => !ours.includes(text));
    const isForeign = (word: string) =>
      foreign.some((text) => word === text || (text.length >= LONG && word.includes(text)));
    expect(words.filter((word) => isForeign(word) && !ours.includes(word))).toEqual([]);
    expect(words.filter((word) => NO_TEXT.test(word))).toEqual([]);
  }, `${name} in ${language}`).toPass({ timeout: 10_000 });
}

/** Opens the dialogs of the live view by their places in the toolbar, and looks at each. */
async function lookAtLiveView(page: Page, language: Language): Promise<void> {
  const toolbar = page.getByRole('toolbar');
  const dialog = page.locator('dialog[open]');
  await expect(toolbar).toBeVisible();
  await expectTexts(toolbar, 'toolbar', language);

  await toolbar.getByRole('button').nth(0).click();
  await dialog.getByRole('radio').nth(1).locator('xpath=..').click();
  // Behind the usual values and the order until tonight: the one to keep.
  await dialog.locator('form').getByRole('button').last().click();
  await expectTexts(dialog, 'limit', language);
  await page.keyboard.press('Escape');

  await toolbar.getByRole('button').nth(1).click();
  await expectTexts(dialog, 'power', language);
  await dialog.getByRole('button').nth(3).click();
  await expectTexts(dialog, 'restart', language);
  await page.keyboard.press('Escape');

  await toolbar.getByRole('button').nth(2).click();
  await expectTexts(dialog, 'deviceInfo', language);
  await page.keyboard.press('Escape');

  await toolbar.getByRole('button').nth(3).click();
  await expectTexts(dialog, 'eventLog', language);
  await page.keyboard.press('Escape');
}

async function lookAtSettings(page: Page, language: Language): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await page.goto('/settings/inverter');
  const row = page.locator('tbody tr').first();
  await expect(row).toBeVisible();
  await page.locator('main form').getByRole('button').click();
  await expectTexts(page.getByRole('main'), 'settings', language);

  await row.getByRole('button').nth(1).click();
  await expectTexts(dialog, 'edit', language);
  await dialog.locator('input').nth(1).fill('x');
  await page.keyboard.press('Escape');
  await expectTexts(dialog.first(), 'discard', language);
  await dialog.first().getByRole('button').nth(1).click();
  await expect(dialog).toHaveCount(0);

  await row.getByRole('button').nth(2).click();
  await expectTexts(dialog, 'deletion', language);
  await page.keyboard.press('Escape');
}

for (const language of ['en', 'de', 'fr'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test(`@nightly every dialog and the inverter page speak that language only`, async ({ page }) => {
      await page.goto('/');
      await lookAtLiveView(page, language);
      await lookAtSettings(page, language);
    });
  });
}
