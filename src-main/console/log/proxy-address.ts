/** Shown instead of an address whose password can't be separated. */
const unreadable = '(unreadable address)';
const hostAndPort = /^(?:\[[0-9a-f:.]+(?:%[\w.]+)?\]|[\p{L}\p{N}._-]+)(?::\d{1,5})?$/iu;
/** Matches `.example.com`, `*.example.com`, `10.0.0.0/8`, `*` and `host:port`. */
const exception = /^(?:[*.]*\*)?\.?\[?[\p{L}\p{N}._:-]*\]?(?:\/\d{1,3})?$/u;

export const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Splits a proxy address. `credentials` may contain any character, so the host starts after the last `@`. */
function readProxy(address: string) {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(address.trim()) ?? [];
  const at = rest.lastIndexOf('@');
  const [place = ''] = rest.slice(at + 1).split(/[/?#]/, 1);
  return { scheme, credentials: at === -1 ? '' : rest.slice(0, at), place };
}

export function proxyPlace(address: string): string {
  const { place } = readProxy(address);
  if (hostAndPort.test(place)) return place;
  const decodedTwice = decode(address);
  return decodedTwice === address ? unreadable : proxyPlace(decodedTwice);
}

/** Formats a proxy rule of a PAC file or of Chromium, such as `PROXY host:port; DIRECT`, with host and port only. */
export const proxyRuleText = (rule: string): string =>
  rule
    .split(';')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
    .map((choice) => {
      const [, kind, address] = /^(DIRECT|PROXY|HTTPS?|SOCKS[45]?|QUIC)(?:\s+(.*))?$/is.exec(choice) ?? [];
      if (kind === undefined) return proxyPlace(choice);
      return address === undefined ? kind : `${kind} ${proxyPlace(address)}`;
    })
    .join('; ');

const exceptionsText = (list: string): string =>
  list
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => (!one.includes('@') && exception.test(one) ? one : proxyPlace(one)))
    .join(',');

const names = ['https_proxy', 'http_proxy', 'all_proxy', 'no_proxy'];
const proxyVariablesIn = (env: NodeJS.ProcessEnv): [name: string, value: string][] =>
  Object.entries(env).flatMap(([name, value]) =>
    value && names.includes(name.toLowerCase()) ? [[name, value] as [string, string]] : [],
  );

export const proxyVariableTexts = (env: NodeJS.ProcessEnv): string[] =>
  proxyVariablesIn(env).map(
    ([name, value]) => `${name}=${/^no_/i.test(name) ? exceptionsText(value) : proxyPlace(value)}`,
  );

function secretsOf(address: string): string[] {
  const { scheme, credentials, place } = readProxy(address);
  const afterColon = (text: string) => text.slice(text.indexOf(':') + 1);
  // Together with the host, even a password of two characters is long enough for a search.
  if (credentials !== '') return [credentials, afterColon(credentials), `${credentials}@${place}`];
  if (hostAndPort.test(place)) return [];
  // If no host can be found, any part of the address could be the password.
  const trimmed = address.trim();
  const decodedAgain = decode(trimmed);
  const rest = trimmed.slice(scheme.length);
  return [trimmed, rest, afterColon(rest), ...(decodedAgain === trimmed ? [] : secretsOf(decodedAgain))];
}

/** Returns the secrets in the proxy variables, as written and decoded. Ignores `no_proxy` if it contains no user. */
export const proxySecrets = (env: NodeJS.ProcessEnv): string[] => [
  ...new Set(
    proxyVariablesIn(env).flatMap(([name, value]) => {
      const isList = /^no_/i.test(name) && readProxy(value).credentials === '';
      return isList ? [] : secretsOf(value).flatMap((secret) => [secret, decode(secret)]);
    }),
  ),
];

/** Percent-encodes delimiters in user name and password, which a parser reads as part of the host. */
export function wellFormedProxy(address: string): string {
  const { scheme, credentials } = readProxy(address);
  if (!/[@/?#\\\s]/.test(credentials)) return address.trim();
  const rest = address.trim().slice(scheme.length + credentials.length);
  return scheme + credentials.replaceAll(/[@/?#\\\s]/g, encodeURIComponent) + rest;
}
