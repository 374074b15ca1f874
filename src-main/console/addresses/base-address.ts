type ReadAddress =
  | {
      readonly ok: true;
      /** As it is stored: normalised, without a slash at its end. */
      readonly baseURL: string;
      readonly origin: string;
    }
  | { readonly ok: false; readonly problem: string };

const refuse = (problem: string): ReadAddress => ({ ok: false, problem });

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/**
 * Reads the base URL of a service: https, or http on this computer only; no user name, query or fragment. What a
 * URL parser would silently repair is refused, so that a person sees the very address that is called.
 */
export function readBaseAddress(text: string): ReadAddress {
  const typed = text.trim();
  if (!/^https?:\/\/[^/]/i.test(typed))
    return refuse('The base address starts with https:// and a host name: write it as https://api.example.com.');
  // eslint-disable-next-line no-control-regex
  if (/[\s\u0000-\u001f\u007f\\]/.test(typed))
    return refuse(
      'The base address holds a space, a backslash or a sign that cannot be seen: type it, in place of pasting it.',
    );
  if (/[?#]/.test(typed))
    return refuse('The base address has no "?" and no "#": leave them out, and what follows them.');
  const authority = typed.slice(typed.indexOf('//') + 2).split('/')[0] ?? '';
  if (authority.includes('@'))
    return refuse(
      'The base address holds no user name and no password: leave out what stands before the @. The key has a field of its own.',
    );
  if (!URL.canParse(typed))
    return refuse('The base address is not complete: check the host name, and write a port as a number up to 65535.');
  const url = new URL(typed);
  if (url.username || url.password)
    return refuse(
      'The base address holds no user name and no password: leave out what stands before the @. The key has a field of its own.',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse(
      'Without https the key could be read on the way: http is for this computer only, so begin with https://.',
    );
  }
  return { ok: true, baseURL: `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ''), origin: url.origin };
}

/** Whether an address that `readBaseAddress` has accepted is on this computer. */
export const isLoopbackAddress = (baseURL: string): boolean => isLoopback(new URL(baseURL).hostname);

export const originOf = (baseURL: string): string => new URL(baseURL).origin;
