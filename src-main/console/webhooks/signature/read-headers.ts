import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { webhookHeaders } from '#shared/webhooks-api/signature.ts';

type Part = keyof typeof webhookHeaders;

/** A repeated header has several values. */
export interface PastedHeaders extends Readonly<Record<Part, readonly string[]>> {
  /** Similar header names that aren't webhook headers, such as "x-webhook-id". */
  readonly instead: readonly string[];
}

const parts = Object.keys(webhookHeaders) as Part[];

/** Recognizes `Webhook-Id`, `webhook_id`, CGI's `HTTP_WEBHOOK_ID` and similar spellings. */
const partOf = (name: string): Part | undefined => {
  const normalizedName = name
    .trim()
    .toLowerCase()
    .replace(/^http[-_]/, '')
    .replaceAll('_', '-');
  return parts.find((part) => webhookHeaders[part] === normalizedName);
};

const isSimilarName = (name: string): boolean =>
  /(?:webhook|svix|hook|ferry)[-_]?(?:id|timestamp|signature)$/i.test(name) && partOf(name) === undefined;

class HeaderCollector {
  readonly values: Record<Part, string[]> = { id: [], timestamp: [], signature: [] };
  readonly instead: string[] = [];

  add(name: string, value: unknown): void {
    const part = partOf(name);
    if (part === undefined) {
      if (isSimilarName(name)) this.addOnce(this.instead, name.trim());
      return;
    }
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' || typeof each === 'number') this.addOnce(this.values[part], String(each).trim());
    }
  }

  private addOnce(list: string[], value: string): void {
    if (value !== '' && list.length < 16 && !list.includes(value)) list.push(value);
  }
}

/** Finds headers in JSON: an object, pairs, a flat list, `{ name, value }`, or any of these at any depth. */
function walk(value: unknown, found: HeaderCollector, depth = 0): void {
  if (depth > 8 || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const { name, key, value: inner } = value as Record<string, unknown>;
    const headerName = name ?? key;
    if (typeof headerName === 'string' && inner !== undefined) found.add(headerName, inner);
    for (const [field, each] of Object.entries(value)) {
      found.add(field, each);
      walk(each, found, depth + 1);
    }
    return;
  }
  for (const [index, each] of value.entries()) {
    const next: unknown = value[index + 1];
    if (typeof each === 'string' && index % 2 === 0 && next !== undefined) found.add(each, next);
    else walk(each, found, depth + 1);
  }
}

const anyName = /(?<![\w-])(?:[a-z]+[-_])*(?:webhook|svix|hook|ferry)[-_]?(?:id|timestamp|signature)(?![\w-])/gi;
const separator =
  /^["'\])]{0,3}\s{0,40}(?::|=>|=|,|\s)\s{0,40}(?:(?:array|list)?[[({]|string\(\d+\)|b?["'])*\s{0,8}["']?/i;
const base64 = String.raw`[\w+/-]{8,}[\w=+/%-]*`;
const signaturePattern = String.raw`(?:v\d+[a-z]{0,3}\s?[,=]\s?)?${base64}`;
const signatures = new RegExp(
  String.raw`^${signaturePattern}(?:(?:\s+|\s*,\s*)v\d+[a-z]{0,3}\s?[,=]\s?${base64})*`,
  'i',
);
const plainPattern = /^[^\s"',;\])}]{1,300}/;
const brokenRest = /^[^\S\n]*\n\s+([A-Za-z0-9+/]+={1,2})\s*(?:\n|$)/;

function valueAt(text: string, part: Part): string | undefined {
  if (part !== 'signature') return plainPattern.exec(text)?.[0];
  // If this string contains no signature, reads the value like that of any other header.
  const value = signatures.exec(text)?.[0] ?? plainPattern.exec(text)?.[0];
  if (value === undefined || value.endsWith('=')) return value;
  const rest = brokenRest.exec(text.slice(value.length))?.[1];
  return rest === undefined ? value : value + rest;
}

function scan(text: string, found: HeaderCollector): void {
  for (const { 0: name, index } of text.matchAll(anyName)) {
    const part = partOf(name);
    const followingText = text.slice(index + name.length, index + name.length + 8_192);
    const separatorText = separator.exec(followingText)?.[0];
    if (part === undefined) found.add(name, null);
    else if (separatorText !== undefined) found.add(name, valueAt(followingText.slice(separatorText.length), part));
  }
}

/** Finds webhook headers in HTTP lines, `curl -v` output, JSON or a printed map of any language. */
export function readHeaders(text: string): PastedHeaders {
  const collector = new HeaderCollector();
  const parsed = readJson(text.replace(/^\uFEFF/, ''));
  if (parsed.ok && typeof parsed.json === 'object' && parsed.json !== null) walk(parsed.json, collector);
  else scan(text, collector);
  return { ...collector.values, instead: collector.instead };
}
