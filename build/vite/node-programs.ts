import path from 'node:path';
import { build, type Plugin } from 'vite';
import { shippedPackages } from './shipped-packages.ts';

/** A program that runs on Node 24 in a process of its own: one ES module, built beside main. */
interface NodeProgram {
  readonly name: string;
  readonly entry: string;
  /** Packages that stay outside, since they carry native code. */
  readonly external?: readonly string[];
}

/** Builds each program into `out/<name>/main.mjs` when main has been written; in development, again at each change. */
export function nodePrograms(root: string, programs: readonly NodeProgram[]): Plugin {
  return {
    name: 'ferry:node-programs',
    async writeBundle() {
      for (const { name, entry, external = [] } of programs) {
        const result = await build({
          configFile: false,
          root,
          logLevel: 'warn',
          plugins: [shippedPackages(root, name)],
          build: {
            ssr: path.join(root, entry),
            target: 'node24',
            outDir: path.join(root, 'out', name),
            emptyOutDir: true,
            minify: false,
            rolldownOptions: {
              external: [...external],
              output: { entryFileNames: 'main.mjs', codeSplitting: false },
            },
          },
          ssr: { noExternal: true, external: [...external] },
        });
        const outputs = [result].flat();
        for (const output of outputs) {
          if (!('output' in output)) continue;
          for (const chunk of output.output) {
            if (chunk.type !== 'chunk') continue;
            for (const file of chunk.moduleIds) if (path.isAbsolute(file)) this.addWatchFile(file);
          }
        }
      }
    },
  };
}
