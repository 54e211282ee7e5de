/** One event of a stream. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Takes a stream of server-sent events apart, piece by piece as it comes. A browser's own `EventSource` tells nothing of the
 * comments by which the server shows that it is there, nor with which status it was refused; so the stream is read here.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];

  function readLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
