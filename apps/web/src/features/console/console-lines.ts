const LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;

export interface ConsoleLine {
  /** Rises by one from line to line; a line that grows keeps it. */
  readonly id: number;
  /** `HH:MM:SS.mmm > ` in local time, and what came. */
  readonly text: string;
  /** The word it begins with, where that is one; `note` is a word of this page's own. */
  readonly level: (typeof LEVELS)[number] | 'note' | undefined;
}

/** Makes lines of text that comes in pieces. */
export interface LineReader {
  /** The lines this text brings. The first one may be the last one from before, grown. */
  read(text: string, at: Date): ConsoleLine[];
  /** A line of this page's own; whatever comes next begins another one. */
  note(text: string, at: Date): ConsoleLine;
  /** Whatever comes next begins a new line. */
  endLine(): void;
}

/** A device that never ends its line must not fill the memory. */
const LINE_MAX_CHARACTERS = 4_000;
const TOO_LONG = new RegExp(`[^\\r\\n]{${LINE_MAX_CHARACTERS}}`, 'g');
const LINE_END = /\r\n|\r|\n/;
const LEVEL = new RegExp(`^.{15}\\W*(${LEVELS.join('|')})`, 'i');

/** Source of the form: docs/reference/original-device.md#the-web-app-of-the-device. */
function stamp(at: Date): string {
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')} > `;
}

function levelOf(text: string): ConsoleLine['level'] {
  const word = LEVEL.exec(text)?.[1]?.toLowerCase();
  return LEVELS.find((level) => level === word);
}

/** CR, LF and CR LF end a line, also when the two come in different pieces. */
export function createLineReader(): LineReader {
  let nextId = 0;
  /** The last line, while its end has not come. */
  let unended: ConsoleLine | undefined;
  let endedWithCr = false;

  function lineOf(piece: string, at: Date): ConsoleLine {
    const text = (unended?.text ?? stamp(at)) + piece;
    return { id: unended?.id ?? nextId++, text, level: levelOf(text) };
  }

  return {
    read(received, at) {
      const text = endedWithCr && received.startsWith('\n') ? received.slice(1) : received;
      endedWithCr = received === '' ? endedWithCr : received.endsWith('\r');
      const ended = text.replace(TOO_LONG, '$&\n').split(LINE_END);
      const rest = ended.pop() ?? '';
      const lines: ConsoleLine[] = [];
      for (const piece of ended) {
        lines.push(lineOf(piece, at));
        unended = undefined;
      }
      if (rest !== '') {
        unended = lineOf(rest, at);
        lines.push(unended);
        if (unended.text.length > LINE_MAX_CHARACTERS) unended = undefined;
      }
      return lines;
    },
    note(text, at) {
      unended = undefined;
      return { id: nextId++, text: stamp(at) + text, level: 'note' };
    },
    endLine() {
      unended = undefined;
    },
  };
}
