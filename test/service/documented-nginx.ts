import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { type Proxy, put, startProxy } from './through-proxy.ts';

const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

/** Returns the pattern's first match in the document. Throws if there is none. */
const quote = (pattern: RegExp): string => {
  const [, found] = pattern.exec(operations) ?? [];
  if (found === undefined) throw new Error(`docs/operations.md no longer shows ${pattern}`);
  return found;
};

/** The flags that docs/operations.md shows for a service behind nginx, without port and folder. */
export const documentedFlags = (): string[] => {
  const command = quote(/```sh\nferry-service (--port[^`]*--public-url[^`]*)```/);
  return put(put(command, '--port 8600', ''), '--data /var/lib/ferry-service', '')
    .split(/[\s\\]+/)
    .filter((word) => word !== '');
};

/** Keeps nginx in the foreground and all its files below the folder, so that any user can run it. */
export const nginxInFolder = (folder: string): { readonly main: string; readonly http: string } => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return {
    main: ['daemon off;', 'error_log stderr;', 'master_process off;', `pid ${join(folder, 'pid')};`].join('\n'),
    http: ['access_log off;', ...temporary].join('\n'),
  };
};

/** Starts a real nginx with the configuration from docs/operations.md; only ports and certificate are replaced. */
export const startDocumentedNginx = (serviceUrl: string): Promise<Proxy> =>
  startProxy(({ folder, port, certificateFile, keyFile }) => {
    let server = put(quote(/```nginx\n([^`]*)```/), 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
    server = put(server, '/etc/ssl/api.example.com.pem', certificateFile);
    server = put(server, '/etc/ssl/api.example.com.key', keyFile);
    server = put(server, 'http://127.0.0.1:8600', serviceUrl);
    const { main, http } = nginxInFolder(folder);
    writeFileSync(join(folder, 'nginx.conf'), [main, 'events {}', 'http {', http, server, '}'].join('\n'));
    return { program: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
  });
