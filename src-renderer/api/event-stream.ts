/** One message of a text/event-stream. */
interface StreamMessage {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const fieldOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))];
};

const messageOf = (lines: readonly string[]): StreamMessage | null => {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of lines) {
    const [field, value] = fieldOf(line);
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return id === null && data.length === 0 && event === 'message' ? null : { id, event, data: data.join('\n') };
};

/** Reads a text/event-stream that arrives in pieces: give it each piece, get the messages that are complete by then. */
export const createStreamReader = (): ((piece: string) => StreamMessage[]) => {
  let rest = '';
  let lines: string[] = [];
  return (piece) => {
    const messages: StreamMessage[] = [];
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = part.endsWith('\r') ? part.slice(0, -1) : part;
      if (line !== '') {
        lines.push(line);
        continue;
      }
      const message = messageOf(lines);
      if (message) messages.push(message);
      lines = [];
    }
    return messages;
  };
};
