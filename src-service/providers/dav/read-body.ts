import type { IncomingMessage } from 'node:http';
import { needsTurnBytes } from '../../content-worker/large-content.ts';

const blockBytes = 65_536;
/** Minimum average bytes per chunk, checked after `uncheckedChunks` chunks. Smaller chunks cost too much processor time. */
const minChunkBytes = 16;
const uncheckedChunks = 20_000;

/**
 * Reads a body into blocks of 64 KiB, because many small chunks need extra memory.
 * @param tooLarge creates the error for a body above `maxBytes`
 * @param awaitTurn called once, for a large body
 */
export const readBody = (
  response: IncomingMessage,
  { maxBytes, tooLarge, awaitTurn }: { maxBytes: number; tooLarge: () => Error; awaitTurn: () => Promise<void> },
): Promise<Buffer[]> =>
  new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let block = Buffer.alloc(0);
    let used = 0;
    let length = 0;
    let chunks = 0;
    let isLarge = false;
    const fail = (error: Error): void => {
      // Rejects first, because destroying the response raises another error.
      reject(error);
      response.destroy();
    };
    const keep = (chunk: Buffer): void => {
      for (let from = 0; from < chunk.length;) {
        if (used === block.length) {
          if (used > 0) blocks.push(block);
          [block, used] = [Buffer.allocUnsafeSlow(blockBytes), 0];
        }
        const copiedBytes = chunk.copy(block, used, from);
        from += copiedBytes;
        used += copiedBytes;
      }
    };
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks += 1;
      if (length > maxBytes) return fail(tooLarge());
      if (chunks > uncheckedChunks && length < chunks * minChunkBytes)
        return fail(new Error('the chunks are too small'));
      keep(chunk);
      if (isLarge || length <= needsTurnBytes) return undefined;
      isLarge = true;
      response.pause();
      awaitTurn().then(() => response.resume(), fail);
      return undefined;
    });
    response.on('end', () => {
      if (used > 0) blocks.push(block.subarray(0, used));
      resolve(blocks);
    });
    response.on('error', fail);
    response.on('aborted', () => fail(new Error('aborted')));
  });
