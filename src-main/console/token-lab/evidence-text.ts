import type { HttpRequest } from '../api-client/http-transport.ts';
import type { ReceivedReply } from '../api-client/send-once.ts';
import type { SecretShelf } from './secret-shelf.ts';

const longest = 2_000;

/** Of a reply, the headers that a proof may rest on. */
const shownHeaders = [
  'www-authenticate',
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'allow',
  'retry-after',
  'content-type',
];

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Headers and body of a request, as a person reads them. */
export const sentText = ({ method, url, headers, body }: Omit<HttpRequest, 'signal'>, shelf: SecretShelf): string => {
  const { pathname, search } = new URL(url);
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'User-Agent')
    .map(([name, value]) => `${name}: ${value}`);
  return shelf.hide([`${method} ${pathname}${search}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n'));
};

/** Status, telling headers and body of a reply. */
export const cameText = ({ status, headers, text }: ReceivedReply, shelf: SecretShelf): string => {
  const lines = shownHeaders.flatMap((name) => {
    const values = name === 'set-cookie' ? headers.getSetCookie() : [headers.get(name)];
    return values.flatMap((value) => (value === null ? [] : [`${name}: ${cookieShown(name, value, shelf)}`]));
  });
  return [String(status), ...lines, ...(text === '' ? [] : ['', cut(shelf.hide(text))])].join('\n');
};

/** A cookie's value is on the shelf already; its attributes are what a proof is about. */
const cookieShown = (name: string, value: string, shelf: SecretShelf): string =>
  name === 'set-cookie' ? shelf.hide(value.replace(/^([^=;]+)=[^;]*/, '$1=…')) : shelf.hide(value);

/** One word of a POSIX shell in double quotes, in which only the names of secrets are expanded. */
const quoted = (text: string, shelf: SecretShelf): string => {
  const hidden = shelf.hide(text.replaceAll('\0', ''));
  const parts = hidden.split(/(\$[A-Z][A-Z_0-9]*)/);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\"`$]/g, String.raw`\$&`))).join('')}"`;
};

/** The request as a command, with the name of a variable in the place of each secret. */
export const curlText = ({ method, url, headers, body }: Omit<HttpRequest, 'signal'>, shelf: SecretShelf): string =>
  [
    `curl --globoff --include --request ${method} ${quoted(url, shelf)}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== 'User-Agent' && name !== 'Accept')
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`, shelf)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body, shelf)}`]),
  ].join(' \\\n  ');
