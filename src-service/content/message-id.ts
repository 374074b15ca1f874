/** Returns the Message-ID of a message, from its first bytes. */
export const messageIdOf = (start: Buffer): string | undefined => {
  const [header = ''] = start.toString('latin1').split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*(<[^>\s]*>)/im.exec(header)?.[1];
};
