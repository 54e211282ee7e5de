import { describe, expect, it } from 'vitest';
import { texts as de } from '../../shared/i18n/de/radio.ts';
import { texts as deStart } from '../../shared/i18n/de/start.ts';
import { texts as en } from '../../shared/i18n/en/radio.ts';
import { texts as enStart } from '../../shared/i18n/en/start.ts';
import { texts as fr } from '../../shared/i18n/fr/radio.ts';
import { texts as frStart } from '../../shared/i18n/fr/start.ts';

const FACTS = { spi: '/dev/spidev7.3', ce: 'GPIO 97', irq: '/dev/gpiochip8:96', detail: 'a fan' };
const FAULTS = Object.keys(en.faults) as readonly (keyof typeof en.faults)[];

/** What is the same in every language: names of wires and parts, commands, flags, devices, versions and numbers. */
function namesIn(text: string): readonly string[] {
  const names = text.match(
    /\/dev\/\w+(?:[:.]\w+)*|--[\w-]+|\w+@[\d.]+|MISO|MOSI|SCK|\bCE\b|IRQ|GPIO|SPI|nRF24L01\+|\d+|npm install|usermod -\w+ \S+|raspi-config|Interface Options|USER|a fan|\bNode\b|\bapps\b/g,
  );
  return [...new Set(names)].sort();
}

describe('what the page says of a fault', () => {
  it.each(FAULTS)('names the same things in every language: %s', (fault) => {
    for (const detail of [FACTS.detail, '']) {
      const facts = { ...FACTS, detail };
      const names = namesIn(en.faults[fault](facts));
      expect(namesIn(de.faults[fault](facts)), 'German').toEqual(names);
      expect(namesIn(fr.faults[fault](facts)), 'French').toEqual(names);
    }
  });
});

describe('where the page leads to other pages', () => {
  it.each([
    ['English', en, enStart],
    ['German', de, deStart],
    ['French', fr, frStart],
  ] as const)('it calls them what the menu calls them: %s', (_, radio, { bar, titles }) => {
    const shown = (text: string) => text.replaceAll('\u00ad', '').toLowerCase();
    for (const name of [bar.settings, titles.inverterSettings])
      expect(shown(radio.noneNext)).toContain(shown(name));
    expect(shown(radio.faults['pins-not-set'](FACTS))).toContain(shown(titles.deviceManager));
  });
});
