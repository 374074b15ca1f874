import { closeSync, openSync, readSync } from 'node:fs';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import type { RuntimePart } from './bill-of-materials.ts';

const pieceBytes = 8 * 1024 * 1024;
const overlapBytes = 256;
/** Matches the user agent in the program file. The file also contains the URL of the headers of its Node. */
const agent = /Chrome\/(\d+(?:\.\d+){3}) Electron\/(\d+\.\d+\.\d+)/;
const headers = /node-v(\d+\.\d+\.\d+)-headers/;

/** Returns the versions of Electron, Chromium and Node in a program file. Throws a `LaunchFault` for other programs. */
export function readRuntimeVersions(file: string): { electron: string; chromium: string; node: string | null } {
  const handle = openSync(file, 'r');
  let brands: RegExpExecArray | null = null;
  let node: string | null = null;
  try {
    const piece = Buffer.alloc(pieceBytes + overlapBytes);
    for (let at = 0; ; at += pieceBytes) {
      const bytes = readSync(handle, piece, 0, piece.length, at);
      const text = piece.toString('latin1', 0, bytes);
      brands ??= agent.exec(text);
      node ??= headers.exec(text)?.[1] ?? null;
      if (bytes < piece.length || (brands && node)) break;
    }
  } finally {
    closeSync(handle);
  }
  const [, chromium, electron] = brands ?? [];
  if (!chromium || !electron) throw new LaunchFault(`${file} is no program of Electron.`);
  return { electron, chromium, node };
}

/** Returns the runtime's components for the bill of materials. */
export function runtimeParts(file: string): RuntimePart[] {
  const { electron, chromium, node } = readRuntimeVersions(file);
  return [
    { name: 'Electron', version: electron, license: 'MIT', purl: `pkg:npm/electron@${electron}` },
    { name: 'Chromium', version: chromium, license: 'BSD-3-Clause', purl: `pkg:generic/chromium@${chromium}` },
    { name: 'Node.js', version: node ?? 'not stated', license: 'MIT', purl: `pkg:generic/nodejs@${node ?? 'unknown'}` },
  ];
}
