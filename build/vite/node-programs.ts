import path from 'node:path';
import { build, type Plugin } from 'vite';
import { shippedPackages } from './shipped-packages.ts';

/** A program that runs on Node 24 in a separate process, built next to main. */
interface NodeProgram {
  readonly name: string;
  readonly entry: string;
  /** Packages that stay outside, since they carry native code. */
  readonly external?: readonly string[];
  /** Whether later imports are separate files, so that a start does not read them; else the program is one file. */
  readonly isSplit?: boolean;
}

/**
 * All that every start reads is one file. The entry stays outside: it awaits the whole program, and a later file that
 * imports from the awaiting one would never load.
 */
const startFile = (name: string, entry: string) => ({
  groups: [{ name, tags: ['$initial' as const], test: (id: string) => path.normalize(id) !== entry }],
});

/** Builds each program into `out/<name>/main.mjs` when main has been written; in development, again at each change. */
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
        const outputs = [result].flat();
        for (const output of outputs) {
          if (!('output' in output)) continue;
          for (const chunk of output.output) {
            if (chunk.type !== 'chunk') continue;
            for (const module of chunk.moduleIds) if (path.isAbsolute(module)) this.addWatchFile(module);
          }
        }
      }
    },
  };
}
