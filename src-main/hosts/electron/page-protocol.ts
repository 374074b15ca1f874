import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol, type Session } from 'electron';
import { brand } from '#shared/brand.ts';
import { contentSecurityPolicy, pageHeaders as commonHeaders } from '../content-security-policy.ts';
import { pageOrigin, safePageFor } from './guards/page-origin.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Hash of the style that Electron adds to every `<webview>`: `:host { display: flex; }`. */
const webviewStyle = "'sha256-XNfYdUW7S7AWSxlvq47SGsGIxvvzKwvUGdsFQQ/zXf4='";
const pageHeaders = { ...commonHeaders, 'Content-Security-Policy': contentSecurityPolicy({ style: webviewStyle }) };

/** Must run before the app is ready. */
export const registerPageScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: brand.pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);

const notFound = (): Response => new Response(null, { status: 404, headers: pageHeaders });

/** Serves the built pages in `root` with the strict policy, instead of `file://` (Electron security 18). */
export function servePages(session: Session, root: string): void {
  session.protocol.handle(brand.pageScheme, async (request) => {
    const { protocol: scheme, host, pathname } = new URL(request.url);
    const safePage = safePageFor(pathname);
    if (safePage !== null) {
      return new Response(safePage, { headers: { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' } });
    }
    try {
      const file = path.normalize(path.join(root, decodeURIComponent(pathname === '/' ? '/index.html' : pathname)));
      const type = types[path.extname(file)];
      const isInside = `${scheme}//${host}` === pageOrigin && file.startsWith(root + path.sep);
      if (request.method !== 'GET' || !isInside || !type) return notFound();
      return new Response(new Uint8Array(await readFile(file)), { headers: { ...pageHeaders, 'Content-Type': type } });
    } catch {
      // The file doesn't exist, or the URL can't be decoded.
      return notFound();
    }
  });
}
