import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { minify } from 'terser';
import type { InlineConfig } from 'vite';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { bundleChunk } from '../vite/bundle-chunk.ts';

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

/** Bundles a module of a package. Rejects if a dependency got into the bundle, because the packages have none. */
export const bundlePackage = async (options: InlineConfig['build'], more: InlineConfig): Promise<string> => {
  const { code, moduleIds } = await bundleChunk(projectRoot, options, more);
  const foreignModules = moduleIds.filter((id) => !/[\\/]src-(server-client|sdk|shared)[\\/]/.test(id));
  if (foreignModules.length > 0)
    throw new Error(`The package takes no dependency, but its build pulled in ${foreignModules.join(', ')}.`);
  return code;
};

/** Runs the compiler with these options, and returns the declarations of these files (paths without an extension). */
export const declarationsOf = async (options: readonly string[], files: readonly string[]): Promise<string> => {
  await using output = await mkdtempDisposable(path.join(tmpdir(), 'ferry-types-'));
  const compiler = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
  const emit = ['--declaration', '--emitDeclarationOnly', '--rootDir', projectRoot, '--outDir', output.path];
  await promisify(execFile)(process.execPath, [compiler, ...options, ...emit], { cwd: projectRoot });
  const texts = await Promise.all(files.map((file) => readFile(path.join(output.path, `${file}.d.ts`), 'utf8')));
  return texts.join('');
};

/** Returns the manifest of a package with both module formats. */
export const packageManifest = (name: string, description: string) => ({
  name,
  version: product.version,
  description,
  license: 'UNLICENSED',
  type: 'module',
  sideEffects: false,
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
  files: ['index.mjs', 'index.cjs', 'index.d.ts', 'index.d.cts'],
});

/** Replaces a folder with a package in both module formats, with its types and its manifest. */
export const writePackage = async (
  folder: string,
  [esm, cjs, types]: readonly [esm: string, cjs: string, types: string],
  manifest: object,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const files = {
    ...more,
    'index.mjs': esm,
    'index.cjs': cjs,
    'index.d.ts': types,
    'index.d.cts': types,
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
};
