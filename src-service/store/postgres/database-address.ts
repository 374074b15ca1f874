import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

type Host = Pick<ClientConfig, 'host' | 'port'>;

export interface DatabaseAddress {
  readonly config: ClientConfig;
  /** At least one host, in the order of the URL. */
  readonly hosts: readonly Host[];
  readonly name: string;
  readonly user: string;
  readonly place: string;
}

const schemes = new Set(['postgres:', 'postgresql:']);
/** Accepted values of `target_session_attrs`. The service always looks for a host that accepts writes. */
const targets = new Set([undefined, 'any', 'read-write', 'primary']);
const maxHosts = 8;

/** Splits `user@a:5432,b:5432/name` into a URL for each host. */
const splitHosts = (url: string): readonly string[] => {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${end}`);
};

const parseHost = (url: string): ClientConfig | undefined =>
  schemes.has(new URL(url.replace('@/', '@socket/')).protocol) ? parseIntoClientConfig(url) : undefined;

const placeOf = ({ host = 'localhost', port = 5432 }: Host): string =>
  host.startsWith('/') ? host : `${host}:${port}`;

export const parseDatabaseUrl = (text: string): DatabaseAddress | undefined => {
  try {
    const configs = splitHosts(text.trim()).map(parseHost);
    const [config] = configs;
    if (config === undefined || configs.length > maxHosts) return undefined;
    // Removed, because pg sends unknown properties to the server.
    const { target_session_attrs: target, ...known } = config as ClientConfig & { target_session_attrs?: string };
    const { database, user } = known;
    if (!database || !user || !targets.has(target)) return undefined;
    const hosts = configs.map(({ host, port } = {}) => ({ host: host ?? 'localhost', port: port ?? 5432 }));
    return { config: known, hosts, name: database, user, place: hosts.map(placeOf).join(',') };
  } catch {
    return undefined;
  }
};
