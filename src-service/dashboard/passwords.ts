import { passwordLength } from '#shared/dashboard-api/limits.ts';

/** Common parts of passwords. Long passwords often repeat or combine these parts, or add a short ending. */
const used =
  'password passwort passw0rd p@ssw0rd passphrase welcome willkommen letmein changeme default secret admin administrator ' +
  'login user root guest test testing demo master iloveyou love monkey dragon football baseball soccer superman batman ' +
  'princess sunshine shadow starwars pokemon trustno1 whatever freedom hello michael jordan charlie summer winter spring ' +
  'autumn monday qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh zxcvbnm zxcvbn qazwsxedc qazwsx 1qaz2wsx 1q2w3e4r5t ' +
  '1q2w3e4r abcdefghijkl abcdef abc123 abcd 0123456789 1234567890 987654321 123456 12345 1234 123 654321 ferry';
const words = used.split(' ').toSorted((one, other) => other.length - one.length);
const minOwnCharacters = 5;

/** Returns why the password is too weak. Undefined for an acceptable password. */
export const passwordProblem = (password: string, about: readonly string[] = []): string | undefined => {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min) return `Use at least ${min} characters. This password has ${length}.`;
  if (password.length > max) return `A password can have at most ${max} characters.`;
  // Words about the user, if long enough to be recognized in a password.
  const personalWords = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 3);
  let rest = password.toLowerCase();
  for (const word of [...personalWords, ...words]) rest = rest.replaceAll(word, '');
  rest = rest.replace(/[^\p{L}]+$/u, '').replaceAll(/(.+?)\1+/gu, '$1');
  if (new Set(rest).size >= minOwnCharacters) return undefined;
  return "This password is too common. Choose one that's hard to guess.";
};
