import type { Sent } from './send-with-retry.ts';

const inItsPlace = '[redacted]';

/** What was received, without the key that was sent: a service, or a proxy on the way, may echo a request's headers. */
export function withoutKey(sent: Sent, key: string): Sent {
  if (!sent.ok) return sent;
  const { text } = sent.reply;
  // In JSON a slash may be escaped.
  const forms = [key, key.replaceAll('/', '\\/')].filter((form) => text.includes(form));
  if (forms.length === 0) return sent;
  const clean = forms.reduce((rest, form) => rest.replaceAll(form, inItsPlace), text);
  return { ...sent, reply: { ...sent.reply, text: clean } };
}
