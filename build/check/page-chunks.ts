/** What Vite writes of one chunk into its manifest. */
interface ManifestChunk {
  readonly file: string;
  /** Of a chunk that the build's configuration puts together. */
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** The files that these entries or named chunks load before anything else can run: themselves and what they import, once each. */
export function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const open = [...entries];
  const visited = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (visited.has(name)) continue;
    visited.add(name);
    const chunk = manifest[name] ?? Object.values(manifest).find((other) => other.name === name);
    if (!chunk) throw new Error(`The build has no ${name}.`);
    files.add(chunk.file);
    open.push(...(chunk.imports ?? []));
  }
  return [...files].sort();
}

/** Returns the modules without a separate chunk, or loaded with the files. */
export const notLazy = (manifest: Manifest, modules: readonly string[], files: readonly string[]): string[] =>
  modules.filter((name) => {
    const chunk = manifest[name];
    return !chunk?.isDynamicEntry || files.includes(chunk.file);
  });
