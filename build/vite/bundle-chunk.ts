import { build, type InlineConfig, type Rolldown } from 'vite';

/** Builds an entry in memory, without the project's configuration. Returns its first chunk; rejects without one. */
export async function bundleChunk(root: string, options: InlineConfig['build'], more: InlineConfig = {}) {
  const buildResult = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ...more,
    build: { ...options, write: false },
  });
  const [chunk] = ([buildResult].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error(`The build in ${root} gave no script.`);
  return chunk;
}
