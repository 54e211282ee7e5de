/** Long enough for every name that the gateway takes, short enough for a label that holds something else. */
const NAME_SHOWN_MAX_LENGTH = 60;

/** An inverter in the middle of a sentence or a label: its name, cut where it is absurdly long, or else its serial. */
export function shortName({ name, serial }: { readonly name: string; readonly serial: string }): string {
  const shown = name.trim() === '' ? serial : name.trim();
  const letters = Array.from(shown); // not code units: an emoji must not be cut in half
  return letters.length > NAME_SHOWN_MAX_LENGTH
    ? `${letters.slice(0, NAME_SHOWN_MAX_LENGTH).join('')}…`
    : shown;
}
