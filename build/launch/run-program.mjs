// Must run on Node 18.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findNode } from './find-node.mjs';
import { installPackages } from './packages/install-packages.mjs';
import { passSignalsTo } from './pass-signals.mjs';
import { StopSentence } from './base/stop-sentence.mjs';

const ownFolder = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(ownFolder, '..', '..');

/**
 * Runs a program of this repository on Node 24 and ends with the same exit code or signal. The program inherits the
 * standard streams.
 * @param {string} program path from the root of the repository
 * @param {readonly string[]} args
 */
export async function runProgram(program, args) {
  /** @type {string} */
  let node;
  try {
    await installPackages(root);
    node = findNode(root);
  } catch (error) {
    if (!(error instanceof StopSentence)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  const watch = pathToFileURL(path.join(ownFolder, 'end-with-parent.mjs')).href;
  const child = spawn(node, ['--import', watch, path.join(root, program), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: [path.join(root, 'node_modules', '.bin'), process.env['PATH']].join(path.delimiter) },
    // A separate process group, so that the program gets Ctrl+C only once: from this process, not also from the
    // terminal and npm.
    detached: process.platform !== 'win32',
  });
  const stopPassing = passSignalsTo(child);
  child.on('error', (error) => {
    process.stderr.write(`${node} couldn't be started (${error.message}). Install Node 24 from https://nodejs.org.\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    stopPassing();
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
