import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Returns the files of a built page by their path. Undefined if the page isn't built. */
export const readPageFiles = (folder: string): ReadonlyMap<string, PageFile> | undefined => {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
    const page = new Map(
      files.map((file) => {
        const type = types[path.extname(file)] ?? 'application/octet-stream';
        return [path.relative(folder, file).replaceAll(path.sep, '/'), { type, bytes: readFileSync(file) }] as const;
      }),
    );
    return page.has('index.html') ? page : undefined;
  } catch {
    return undefined;
  }
};
