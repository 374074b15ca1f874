import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { shippedPackages } from './shipped-packages.ts';

/** A program that runs in a separate Node 24 process, built next to main. */
interface NodeProgram {
  readonly name: string;
  readonly entry: string;
  /** Packages that the bundle leaves out because they contain native code. */
  readonly external?: readonly string[];
  /** True to split lazy imports into separate files, which a start doesn't read. Otherwise, the program is one file. */
  readonly isSplit?: boolean;
}

/**
 * Puts all code that each start needs into one file. The entry stays separate: it awaits the whole program, so a lazy
 * file that imports from the entry would never finish loading.
 */
const startFile = (name: string, entry: string) => ({
  groups: [{ name, tags: ['$initial' as const], test: (id: string) => path.normalize(id) !== entry }],
});

/** Builds each program into `out/<name>/main.mjs` after main. In development, rebuilds it after each change. */
export function nodePrograms(root: string, programs: readonly NodeProgram[]): Plugin {
  return {
    name: 'ferry:node-programs',
    async writeBundle() {
      for (const { name, entry, external = [], isSplit = false } of programs) {
        const file = path.join(root, entry);
        const result = await build({
          configFile: false,
          root,
          logLevel: 'warn',
          plugins: [shippedPackages(root, name)],
          build: {
            ssr: file,
            target: 'node24',
            outDir: path.join(root, 'out', name),
            emptyOutDir: true,
            minify: false,
            rolldownOptions: {
              external: [...external],
              output: {
                entryFileNames: 'main.mjs',
                chunkFileNames: '[name].mjs',
                codeSplitting: isSplit && startFile(name, file),
              },
            },
          },
          ssr: { noExternal: true, external: [...external] },
        });
        const files = ([result].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
        for (const module of files.flatMap((built) => (built.type === 'chunk' ? built.moduleIds : []))) {
          if (path.isAbsolute(module)) this.addWatchFile(module);
        }
      }
    },
  };
}
