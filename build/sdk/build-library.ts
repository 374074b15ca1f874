import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { bodies, queries, replies } from '#server-client/schemas.ts';
import { schemaTypes } from './schema-types.ts';
import { bundlePackage, declarationsOf, packageManifest, writePackage } from './sdk-package.ts';

/** Returns the declarations of these files of one folder as one module, without their imports of each other. */
const joinedTypes = async (folder: string, files: readonly string[]): Promise<string> => {
  const options = ['-p', folder, '--noEmit', 'false', '--stripInternal'];
  const paths = files.map((file) => `${folder}/${file}`);
  const text = await declarationsOf(options, paths);
  return `${text.replaceAll(/^import .* from '\.\/.*\n|^export \{\};\n|\bApi\[['"](\w+)['"]\]/gm, '$1')}export {};\n`;
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
  // Tells frameworks with server components to run this package in the browser.
  banner: "'use client';",
};

const bundle = ({ folder, external, banner }: Library, format: 'es' | 'cjs'): Promise<string> =>
  bundlePackage(
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

/** Writes a package without dependencies to a folder. */
export const buildLibrary = async (library: Library, folder: string): Promise<void> => {
  const modules = await Promise.all([bundle(library, 'es'), bundle(library, 'cjs'), library.types()]);
  const manifest = { ...packageManifest(library.name, library.description), ...library.manifest };
  await writePackage(folder, modules, manifest);
};
