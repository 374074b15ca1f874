/** One chunk in Vite's manifest. */
interface ManifestChunk {
  readonly file: string;
  /** Name of a chunk that the build configuration defines. Missing for all other chunks. */
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/**
 * Returns the files that must load before these entries or named chunks run: the chunks and their static imports,
 * without duplicates.
 */
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

/** Returns the modules that have no separate chunk or that load together with `files`. */
export const findEagerFiles = (manifest: Manifest, modules: readonly string[], files: readonly string[]): string[] =>
  modules.filter((name) => {
    const chunk = manifest[name];
    return !chunk?.isDynamicEntry || files.includes(chunk.file);
  });
