import type { MeasuredServer } from './measured-process.ts';
import type { FixedReply } from './servers/bare-http.ts';

/** Headers that node:http sets itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Requests each path once and records the reply with its headers, so that a bare server can send the same bytes. */
export async function recordReplies(
  server: MeasuredServer,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<FixedReply[]> {
  const replies: FixedReply[] = [];
  for (const path of paths) {
    const reply = await fetch(server.url + path, { headers: { ...headers } });
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}.`);
    const remaining = [...reply.headers].filter(([name]) => !ownHeaders.has(name));
    replies.push({ path, headers: Object.fromEntries(remaining), body: await reply.text() });
  }
  return replies;
}
