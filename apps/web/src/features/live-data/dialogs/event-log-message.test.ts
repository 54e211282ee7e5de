import { describe, expect, it } from 'vitest';
import { texts as eventsDe } from '../../../shared/i18n/de/events.ts';
import { texts as eventsEn } from '../../../shared/i18n/en/events.ts';
import { texts as eventsFr } from '../../../shared/i18n/fr/events.ts';
import { eventText } from './event-log-message.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Every id that the contract explains. Source: docs/reference/original-device.md#event-messages. */
const IDS = [
  ...[1, 2, 121],
  ...range(124, 130),
  ...range(141, 149),
  ...range(205, 222),
  ...range(301, 314),
  ...range(5041, 5044),
  ...range(5051, 5054),
  ...[5060, 5070, 5080, 5090, 5100, 5120, 5150, 5200, 8310, 9000],
];
const LANGUAGES = [
  ['English', eventsEn],
  ['German', eventsDe],
  ['French', eventsFr],
] as const;
const entry = (id: number, message = 'in the words of the device') => ({
  id,
  message,
  startS: 1,
  endS: 1,
});

describe.each(LANGUAGES)('the message of an event in %s', (_language, texts) => {
  it.each(IDS)('%d is ours', (id) => {
    const { text, isFromDevice } = eventText(texts, entry(id));
    expect(isFromDevice).toBe(false);
    expect(text).not.toBe(texts.eventLog.unknownEvent);
    expect(text).not.toBe('');
  });

  it('tells the strings and faults apart', () => {
    const numbered = [...range(205, 222), ...range(301, 314), ...range(5041, 5044), ...range(5051, 5054)];
    const words = numbered.map((id) => eventText(texts, entry(id)).text);
    expect(new Set(words).size).toBe(numbered.length);
  });

  it('of an unknown id is the text of the device, said to be the device’s', () => {
    expect(eventText(texts, entry(77))).toEqual({ text: 'in the words of the device', isFromDevice: true });
    expect(eventText(texts, entry(300)).isFromDevice).toBe(true);
    expect(eventText(texts, entry(315)).isFromDevice).toBe(true);
    expect(eventText(texts, entry(301.5)).isFromDevice).toBe(true);
  });

  it.each(['', '  ', 'Unknown', 'Unknown event 77'])(
    'of an unknown id with the text %j says so',
    (message) => {
      const unknown = { text: texts.eventLog.unknownEvent, isFromDevice: false };
      expect(eventText(texts, entry(77, message))).toEqual(unknown);
    },
  );
});

describe('the message of an event', () => {
  it('names the right string', () => {
    const text = (id: number) => eventText(eventsDe, entry(id)).text;
    expect(text(209)).toBe('String 1: keine Leistung');
    expect(text(212)).toBe('String 4: keine Leistung');
    expect(text(215)).toBe('String 1: Spannung zu hoch');
    expect(text(216)).toBe('String 1: Spannung zu niedrig');
    expect(text(221)).toBe('String 4: Spannung zu hoch');
    expect(text(222)).toBe('String 4: Spannung zu niedrig');
    expect(text(5053)).toBe('String 3: Eingangsspannung außerhalb des Bereichs');
    expect(text(314)).toBe('Hardwarefehler 314');
  });
});
