import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export const readDashboardPage = (builtFiles: string): ReadonlyMap<string, PageFile> | undefined => {
  const folder = path.join(builtFiles, 'dashboard');
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
