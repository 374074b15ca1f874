// Must run on Node 18.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { LockHeld, withLock } from '../base/exclusive-lock.mjs';
import { packagesAreStale } from './packages-are-stale.mjs';
import { StopSentence } from '../base/stop-sentence.mjs';

const unreachable = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;

/** With npm's default delays, an offline device shows an error only after more than a minute. */
const retryPolicy = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/**
 * Installs missing or outdated packages and reports this on standard error in one line. Of two concurrent processes,
 * only one installs. Throws a `StopSentence` on failure.
 * @param {string} root
 */
export async function installPackages(root) {
  if (!packagesAreStale(root)) return;
  try {
    accessSync(root, constants.W_OK);
    await withLock(path.join(root, '.cache', 'install.lock'), async () => {
      if (packagesAreStale(root)) await runNpm(root);
    });
  } catch (error) {
    if (error instanceof LockHeld) throw new StopSentence(error.message);
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EACCES') throw error;
    throw new StopSentence(
      `The packages are missing or out of date, and you can't write to ${root}. Run this there as the folder's owner: npm ci --ignore-scripts`,
    );
  }
}

/** @param {string} root */
async function runNpm(root) {
  process.stderr.write('Installing the packages in package-lock.json (about 500 MB).\n');
  // No package needs its install script, and npm versions differ in the scripts that they run by default.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...retryPolicy];
  const npm = process.env['npm_execpath'];
  const [file, first] = npm && /\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(file, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: file === 'npm' && process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exit = Promise.race([once(child, 'close'), once(child, 'error').then(([error]) => Promise.reject(error))]);
  const code = await exit.then(
    ([exitCode]) => exitCode,
    (error) => {
      output = `npm error ${error.message}`;
      return 1;
    },
  );
  if (code !== 0) throw new StopSentence(sentenceFor(output));
}

/**
 * Returns a one-sentence message for npm's error output.
 * @param {string} output
 */
export function sentenceFor(output) {
  const network = unreachable.exec(output);
  if (network) {
    return (
      `npm packages couldn't be installed because npm can't reach its registry (${network[1]}). ` +
      "Connect this device to the network, or set npm's registry or proxy, then run: npm ci --ignore-scripts"
    );
  }
  const lines = output
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?!code |A complete log)(.+)/.exec(line)?.[1] ?? []);
  return `npm packages couldn't be installed: ${lines[0] ?? 'npm gave no reason'}. For npm's full output, run: npm ci --ignore-scripts`;
}
