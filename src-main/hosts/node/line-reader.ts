import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const maxLineCharacters = 65_536;

/** Calls `onLine` with each complete line of a stream. Drops an unfinished line at 64 KiB. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (bytes: Buffer) => {
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLineCharacters);
    for (const line of lines) onLine(line);
  });
}
