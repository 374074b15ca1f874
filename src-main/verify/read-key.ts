import { readFileSync, statSync } from 'node:fs';

/** A key of any service is far shorter. */
const longestFile = 4_096;

type ReadKey = { readonly ok: true; readonly apiKey: string } | { readonly ok: false; readonly sentence: string };

const refuse = (sentence: string): ReadKey => ({ ok: false, sentence });

const readable = (text: string, from: string): ReadKey => {
  const apiKey = text.trim();
  if (apiKey === '') return refuse(`${from} is empty: put an API key into it.`);
  // What no header takes is no key; the value is not repeated.
  return /^[\x21-\x7e]+$/.test(apiKey)
    ? { ok: true, apiKey }
    : refuse(`${from} holds no API key: a key is one word of plain letters, digits and signs.`);
};

/**
 * The key of a file, or else of the environment, from which it is taken out: no process below gets it. The path
 * of the file is not repeated, for somebody may have given the key itself.
 */
export function readKey(keyFile: string | undefined, env: NodeJS.ProcessEnv): ReadKey {
  const variable = env['FERRY_API_KEY'];
  delete env['FERRY_API_KEY'];
  if (keyFile === undefined) {
    return variable === undefined
      ? refuse('There is no key: put one into FERRY_API_KEY, or into a file for --key-file.')
      : readable(variable, 'FERRY_API_KEY');
  }
  try {
    if (statSync(keyFile).size > longestFile)
      return refuse(`The file of --key-file is too large for a key: put the key alone into it.`);
    return readable(readFileSync(keyFile, 'utf8'), 'The file of --key-file');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return refuse(`The file of --key-file cannot be read (${code}): check its path and its rights.`);
  }
}
