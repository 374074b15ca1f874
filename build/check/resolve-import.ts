import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The file of the repository that an import in another one stands for; undefined for one from outside. */
type ResolveImport = (from: string, request: string) => string | undefined;

/** Reads what the names of `imports` in package.json stand for. Files are named from the root. */
export function createResolveImport(root: string): ResolveImport {
  const { imports = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports?: Record<string, string>;
  };
  const aliases = Object.entries(imports).map(
    ([name, target]) => [name.replace('*', ''), target.replace(/^\.\/|\*/g, '')] as const,
  );
  return (from, request) => {
    if (request.startsWith('.')) return path.join(path.dirname(from), request);
    const [prefix, folder] = aliases.find(([start]) => request.startsWith(start)) ?? [];
    return prefix === undefined ? undefined : folder + request.slice(prefix.length);
  };
}
