const exact = new Set(['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'credential', 'credentials']);
const endings = ['token', 'apikey', 'secret', 'password', 'passphrase', 'privatekey', 'sessionkey', 'ferrysession'];

/** Whether a field, header or parameter of this name holds a secret, however it is written (`apiKey`, `X-Api-Key`). */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return exact.has(plain) || endings.some((ending) => plain.endsWith(ending));
}
