import type { CustomFetch } from 'openid-client';

/** A provider's keys and settings are a few KiB. The library parses them on the thread that serves all requests. */
const maxReplyBytes = 256 * 1_024;

export const limitedFetch: CustomFetch = async (url, options) => {
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxReplyBytes) throw new Error(`The response of ${new URL(url).origin} is longer than 256 KiB.`);
    chunks.push(chunk);
  }
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
};
