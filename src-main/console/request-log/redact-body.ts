import type { LoggedBody } from '#shared/console-contract/requests-calls.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { isSecretName } from '../log/secret-name.ts';
import type { Redactor } from '../log/redactor.ts';

/** Bytes of one body that are kept. */
export const longestBody = 256 * 1024;

const namesSecret = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, held]) => isSecretName(name) || namesSecret(held));
};

/** A body of the contract holds one token; one of a hundred cannot push out those of other replies. */
const secretsPerBody = 4;

/** The secret texts of a value, in the order in which they stand. */
function* secretsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > 20) return;
  for (const [name, held] of Object.entries(value)) {
    if (typeof held === 'string' && isSecretName(name)) yield held;
    else yield* secretsIn(held, depth + 1);
  }
}

/** The text with its secrets taken out. A body that names one is written anew, for its field may be spelled in any way. */
function redactText(text: string, json: unknown, redactor: Redactor): string {
  const parsed = json === undefined ? readJson(text) : { ok: true as const, json };
  if (!parsed.ok) return redactor.text(text);
  if (!namesSecret(parsed.json)) return redactor.text(text);
  // From now on they are known wherever they turn up.
  for (const secret of [...secretsIn(parsed.json)].slice(0, secretsPerBody)) redactor.learn(secret);
  return JSON.stringify(redactor.value(parsed.json));
}

/** Cuts at a whole character. */
function cutAt(text: string, bytes: number): string {
  const cut = Buffer.from(text, 'utf8').subarray(0, bytes);
  return new TextDecoder('utf-8').decode(cut, { stream: true });
}

/** A body as the request log keeps it: redacted as a whole, then cut at 256 KiB. */
export function redactBody(text: string | undefined, json: unknown, redactor: Redactor): LoggedBody {
  if (text === undefined || text === '') return { bytes: 0, text: null, state: 'none' };
  const bytes = Buffer.byteLength(text);
  // Beyond what a reply of the contract can be, only the part that is kept is looked at: redacting must stay short.
  const looked = bytes > 4 * longestBody ? cutAt(text, longestBody) : text;
  const clean = redactText(looked, looked === text ? json : undefined, redactor);
  const whole = looked === text && Buffer.byteLength(clean) <= longestBody;
  return { bytes, text: whole ? clean : cutAt(clean, longestBody), state: whole ? 'whole' : 'cut' };
}
