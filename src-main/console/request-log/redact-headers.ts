import type { LoggedHeader } from '#shared/console-contract/requests-calls.ts';
import { isSecretName } from '../log/secret-name.ts';
import type { Redactor } from '../log/redactor.ts';

/** What may be told of a credential: its scheme, and the last four characters of a key that is long enough. */
function noteOf(value: string): string {
  const [scheme = '', secret] = value.split(/\s+/, 2);
  // No other word: it may be the credential itself.
  if (secret === undefined || !/^(bearer|basic)$/i.test(scheme)) return 'Redacted';
  return secret.length >= 16 ? `${scheme}, ····${secret.slice(-4)}` : scheme;
}

/** Headers for the request log. The value of a secret one is not kept in any form; a name may be a secret, too. */
export const redactHeaders = (headers: Iterable<readonly [string, string]>, redactor: Redactor): LoggedHeader[] =>
  Array.from(headers, ([name, value]): LoggedHeader => {
    const shown = redactor.text(name);
    if (!isSecretName(name)) return { kind: 'text', name: shown, value: redactor.text(value) };
    return { kind: 'redacted', name: shown, note: name.toLowerCase() === 'authorization' ? noteOf(value) : 'Redacted' };
  });
