import { createHash } from 'node:crypto';

export const messageIdOf = (start: Buffer): string | undefined => {
  const [header = ''] = start.toString('latin1').split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*(<[^>\s]*>)/im.exec(header)?.[1];
};

export const describeMessage = async (content: AsyncIterable<Buffer>) => {
  const hash = createHash('sha256');
  let start: Buffer | undefined;
  for await (const part of content) {
    start ??= part;
    hash.update(part);
  }
  return { digest: hash.digest('hex'), messageId: start && messageIdOf(start) };
};
