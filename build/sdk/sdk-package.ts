import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { minify } from 'terser';

/** Private members of the SDK's objects, whose names are shortened. None may equal a public or a DOM name. */
export const ownMembers = [
  'adopt',
  'fail',
  'footer',
  'isRestart',
  'isResumed',
  'names',
  'onRetry',
  'started',
  'useWords',
  'wait',
  'yieldsTo',
] as const;

/** Minifies one file of the SDK. After gzip, Terser's output is 1.5 % smaller here than oxc's. */
export const minifySdk = async (code: string, isModule: boolean): Promise<string> => {
  const result = await minify(code, {
    ecma: 2020,
    module: isModule,
    toplevel: true,
    compress: {
      passes: 4,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      keep_fargs: false,
      inline: false,
      sequences: false,
    },
    mangle: { toplevel: true, properties: { regex: new RegExp(`^(${ownMembers.join('|')})$`) } },
  });
  if (result.code === undefined) throw new Error('terser gave no code for the SDK');
  return result.code;
};

/**
 * Returns `index.d.ts`: the compiler's output for `src-sdk/public-types.ts` (against which the entries are checked),
 * and the name of the global object.
 */
export const sdkTypes = async (root: string, globalName: string): Promise<string> => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'ferry-sdk-types-'));
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const source = path.join(root, 'src-sdk/public-types.ts');
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--lib', 'es2022,dom'];
  const target = ['--target', 'es2022', '--module', 'esnext', '--types', '', '--outDir', folder.path];
  await promisify(execFile)(process.execPath, [compiler, source, ...options, ...target]);
  const text = await readFile(path.join(folder.path, 'public-types.d.ts'), 'utf8');
  return `${text}\nexport as namespace ${globalName};\n`;
};

const moduleFiles = ['index.mjs', 'index.cjs', 'index.d.ts', 'index.d.cts'];

/** Returns the manifest of a package with both module formats. */
export const packageManifest = (name: string, description: string, version: string) => ({
  name,
  version,
  description,
  license: 'UNLICENSED',
  type: 'module',
  sideEffects: false as boolean | readonly string[],
  main: './index.cjs',
  module: './index.mjs',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.mjs' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
    './package.json': './package.json',
  },
  files: moduleFiles,
});

/** Returns the manifest of the SDK. `exports` contains every file that `npm pack` includes. */
export const sdkPackage = (version: string) => {
  const description = 'Ferry SDK: lets the users of a web page move their data, in an embedded modal';
  const manifest = packageManifest('@ferry/sdk', description, version);
  return {
    ...manifest,
    // Only the global script has a side effect: it sets `Ferry`.
    sideEffects: ['./ferry-sdk.js'],
    exports: { ...manifest.exports, './ferry-sdk.js': './ferry-sdk.js' },
    files: [...moduleFiles, 'ferry-sdk.js'],
  };
};
