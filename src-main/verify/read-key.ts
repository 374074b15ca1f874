import { readFileSync, statSync } from 'node:fs';

/** Maximum size in bytes. Keys of any service are far shorter. */
const maxFileBytes = 4_096;

type ReadKey = { readonly ok: true; readonly apiKey: string } | { readonly ok: false; readonly sentence: string };

const refuse = (sentence: string): ReadKey => ({ ok: false, sentence });

const parseKey = (text: string, from: string): ReadKey => {
  const apiKey = text.trim();
  if (apiKey === '') return refuse(`${from} is empty. It must contain an API key.`);
  // Rejects a key that isn't valid in a header. The message doesn't repeat the key.
  return /^[\x21-\x7e]+$/.test(apiKey)
    ? { ok: true, apiKey }
    : refuse(`${from} contains no API key. A key is one word without spaces.`);
};

/**
 * Reads the key from a file or from the environment, and deletes the variable so that child processes don't get it.
 * Messages don't repeat the path, because the user may have passed the key itself.
 */
export function readKey(keyFile: string | undefined, env: NodeJS.ProcessEnv): ReadKey {
  const variable = env['FERRY_API_KEY'];
  delete env['FERRY_API_KEY'];
  if (keyFile === undefined) {
    return variable === undefined
      ? refuse('No key. Set FERRY_API_KEY or use --key-file.')
      : parseKey(variable, 'FERRY_API_KEY');
  }
  try {
    if (statSync(keyFile).size > maxFileBytes)
      return refuse(`The key file is too large. It must contain only the key.`);
    return parseKey(readFileSync(keyFile, 'utf8'), 'The key file');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return refuse(`The key file can't be read (${code}). Check its path and permissions.`);
  }
}
