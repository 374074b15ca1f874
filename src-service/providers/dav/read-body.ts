import type { IncomingMessage } from 'node:http';
import { turnThresholdBytes } from '../../content-worker/large-content.ts';

const blockBytes = 65_536;
/** Minimum average bytes per chunk after `uncheckedChunks`. Smaller chunks cost too much processor time. */
const minChunkBytes = 16;
const uncheckedChunks = 20_000;

/** Reads a body into blocks of 64 KiB, because many small chunks need extra memory. */
export const readBody = (
  response: IncomingMessage,
  { maxBytes, tooLarge, awaitTurn }: { maxBytes: number; tooLarge: () => Error; awaitTurn: () => Promise<void> },
): Promise<Buffer[]> =>
  new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let block = Buffer.alloc(0);
    let usedBytes = 0;
    let length = 0;
    let chunkCount = 0;
    let isLarge = false;
    const fail = (error: Error): void => {
      // Rejects first, because destroying the response causes another error.
      reject(error);
      response.destroy();
    };
    const keep = (chunk: Buffer): void => {
      for (let from = 0; from < chunk.length;) {
        if (usedBytes === block.length) {
          if (usedBytes > 0) blocks.push(block);
          [block, usedBytes] = [Buffer.allocUnsafeSlow(blockBytes), 0];
        }
        const copiedBytes = chunk.copy(block, usedBytes, from);
        from += copiedBytes;
        usedBytes += copiedBytes;
      }
    };
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunkCount += 1;
      if (length > maxBytes) return fail(tooLarge());
      if (chunkCount > uncheckedChunks && length < chunkCount * minChunkBytes)
        return fail(new Error('the chunks are too small'));
      keep(chunk);
      if (isLarge || length <= turnThresholdBytes) return undefined;
      isLarge = true;
      response.pause();
      awaitTurn().then(() => response.resume(), fail);
      return undefined;
    });
    response.on('end', () => {
      if (usedBytes > 0) blocks.push(block.subarray(0, usedBytes));
      resolve(blocks);
    });
    response.on('error', fail);
    response.on('aborted', () => fail(new Error('aborted')));
  });
