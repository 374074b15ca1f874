import { build } from 'vite';
import { consoleCalls } from '#build/vite/console-calls.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** Bundles a module into a script that assigns its exports to a global name. Returns the script's source. */
export async function bundleForPage(entry: string, globalName: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    plugins: [consoleCalls()],
    build: { write: false, target: 'chrome108', lib: { entry, formats: ['iife'], name: globalName } },
  });
  for (const output of [result].flat()) {
    const chunk = 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
    if (chunk?.type === 'chunk') return `${chunk.code}\nglobalThis.${globalName} = ${globalName};`;
  }
  throw new Error(`${entry} gave no script.`);
}
