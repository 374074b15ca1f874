import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The text of `index.d.ts`: what the compiler emits for `src-sdk/public-types.ts`, which the entries are checked against,
 * and the name of the global script's object.
 */
export const sdkTypes = async (root: string, globalName: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ferry-sdk-types-'));
  try {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const source = path.join(root, 'src-sdk/public-types.ts');
    const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--lib', 'es2022,dom'];
    const target = ['--target', 'es2022', '--module', 'esnext', '--types', '', '--outDir', folder];
    await run(process.execPath, [compiler, source, ...options, ...target]);
    const text = await readFile(path.join(folder, 'public-types.d.ts'), 'utf8');
    return `${text}\nexport as namespace ${globalName};\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
