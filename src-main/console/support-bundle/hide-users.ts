import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { decode } from '../log/proxy-address.ts';

const userFields = new Set(['createdbyuserid', 'userid', 'useremail', 'username', 'email']);
/**
 * Matches an email address, whose `@` may be encoded once or twice. The first group is the name before the `@`. The
 * engine finds the `@` first and then reads at most 128 characters back.
 */
const address =
  /(?:@|%40|%2540)(?=[\p{L}\p{N}-])(?<=([\p{L}\p{N}._%+'-]{1,128})(?:@|%40|%2540))[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

const withoutAddresses = (text: string, nameOf: (address: string) => string): string => {
  let clean = '';
  let end = 0;
  for (const { 0: rest, 1: name = '', index } of text.matchAll(address)) {
    const start = Math.max(end, index - name.length);
    if (start === index) continue;
    clean += text.slice(end, start) + nameOf(text.slice(start, index + rest.length));
    end = index + rest.length;
  }
  return clean + text.slice(end);
};

function collect(value: unknown, found: Set<string>, depth = 0): void {
  if (depth > 12) return;
  if (typeof value === 'string') {
    const nestedJson = /^\s*[[{]/.test(value) ? readJson(value) : null;
    if (nestedJson?.ok) collect(nestedJson.json, found, depth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, stored] of Object.entries(value)) {
    if (
      typeof stored === 'string' &&
      stored.length >= 3 &&
      userFields.has(name.toLowerCase().replaceAll(/[^a-z]/g, ''))
    ) {
      found.add(stored);
    } else collect(stored, found, depth + 1);
  }
}

export function createUserHider(material: unknown) {
  const userIds = new Set<string>();
  collect(material, userIds);
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const key = decode(decode(id)).toLowerCase();
    const hiddenName = names.get(key) ?? `user-${names.size + 1}`;
    names.set(key, hiddenName);
    return hiddenName;
  };
  // Longest first, so that an ID that is a prefix of another ID doesn't cut it.
  const ids = [...userIds].sort((a, b) => b.length - a.length);
  return {
    hide: (text: string) => {
      let clean = text;
      for (const id of ids) {
        for (const form of new Set([id, JSON.stringify(id).slice(1, -1), encodeURIComponent(id.toWellFormed())])) {
          if (clean.includes(form)) clean = clean.replaceAll(form, nameOf(id));
        }
      }
      return withoutAddresses(clean, nameOf);
    },
    count: () => names.size,
  };
}
