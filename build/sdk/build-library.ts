import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { bodies, queries, replies } from '#server-client/schemas.ts';
import { bundleChunk } from '../vite/bundle-chunk.ts';
import { schemaTypes } from './schema-types.ts';
import { packageManifest } from './sdk-package.ts';

const run = promisify(execFile);

/** Returns the declarations of these files of one folder as one module, without their imports of each other. */
const joinedTypes = async (folder: string, files: readonly string[]): Promise<string> => {
  const output = await mkdtemp(path.join(tmpdir(), 'ferry-types-'));
  try {
    const compiler = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
    const flags = '--noEmit false --declaration --emitDeclarationOnly --stripInternal'.split(' ');
    const places = ['-p', path.join(projectRoot, folder), '--rootDir', projectRoot, '--outDir', output];
    await run(process.execPath, [compiler, ...places, ...flags]);
    const texts = await Promise.all(files.map((file) => readFile(path.join(output, folder, `${file}.d.ts`), 'utf8')));
    const withoutImports = texts.join('').replaceAll(/^import .* from '\.\/.*\n|^export \{\};\n|\bApi\./gm, '');
    return `${withoutImports}export {};\n`;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
};

interface Library {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  readonly types: () => Promise<string>;
  /** Fields of the manifest, such as `engines`. */
  readonly manifest: object;
  /** Modules that an app installs itself. */
  readonly external: readonly string[];
  /** First line of the scripts. */
  readonly banner: string;
}

/** `@ferry/server`, for the backend of an organization. */
export const serverLibrary: Library = {
  name: '@ferry/server',
  description: 'Ferry for Node: a typed client of the Ferry API, and the verification of webhooks',
  folder: 'src-server-client',
  types: async () => {
    const files = ['ferry-api-error', 'paged-list', 'verify-webhook', 'ferry-options', 'ferry'];
    const api = schemaTypes({ ...queries, ...bodies }, 'input') + schemaTypes(replies, 'output');
    return api + (await joinedTypes('src-server-client', files));
  },
  manifest: { engines: { node: '>=20.3' } },
  external: [],
  banner: '',
};

/** `@ferry/react`. */
export const reactLibrary: Library = {
  name: '@ferry/react',
  description: 'Ferry for React: a hook and a component that open the migration modal',
  folder: 'src-sdk/react',
  types: async () =>
    (await joinedTypes('src-sdk', ['react/use-ferry'])).replaceAll("'../public-types.ts'", "'@ferry/sdk'"),
  manifest: { peerDependencies: { '@ferry/sdk': `^${product.version}`, react: '>=18' } },
  external: ['react', '@ferry/sdk'],
  // Frameworks with server components import the package into pages only.
  banner: "'use client';",
};

const bundle = async ({ folder, external, banner }: Library, format: 'es' | 'cjs'): Promise<string> => {
  const chunk = await bundleChunk(
    projectRoot,
    {
      ssr: true,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: path.join(projectRoot, folder, 'index.ts'),
        output: { format, banner },
        external: [...external],
      },
    },
    { ssr: { noExternal: true }, resolve: { alias: [{ find: /^\.\.\/index\.ts$/, replacement: '@ferry/sdk' }] } },
  );
  const foreignModules = chunk.moduleIds.filter((id) => !/[\\/]src-(server-client|sdk|shared)[\\/]/.test(id));
  if (foreignModules.length > 0) throw new Error(`The package pulled in ${foreignModules.join(', ')}.`);
  return chunk.code;
};

/** Writes a package without dependencies in both module formats, with types and manifest. */
export const buildLibrary = async (library: Library, version: string, output: string): Promise<void> => {
  const [esm, cjs, types] = await Promise.all([bundle(library, 'es'), bundle(library, 'cjs'), library.types()]);
  const { name, description, manifest } = library;
  const files = {
    'index.mjs': esm,
    'index.cjs': cjs,
    'index.d.ts': types,
    'index.d.cts': types,
    'package.json': `${JSON.stringify({ ...packageManifest(name, description, version), ...manifest }, null, 2)}\n`,
  };
  await mkdir(output, { recursive: true });
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(path.join(output, file), text)));
};
