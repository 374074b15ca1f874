import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

export interface DatabaseAddress {
  readonly config: ClientConfig;
  readonly name: string;
  readonly user: string;
  readonly place: string;
}

const schemes = new Set(['postgres:', 'postgresql:']);

export const parseDatabaseUrl = (text: string): DatabaseAddress | undefined => {
  const trimmed = text.trim();
  try {
    if (!schemes.has(new URL(trimmed.replace('@/', '@socket/')).protocol)) return undefined;
    const config = parseIntoClientConfig(trimmed);
    const { database, user, host = 'localhost', port = 5432 } = config;
    if (!database || !user) return undefined;
    return { config, name: database, user, place: host.startsWith('/') ? host : `${host}:${port}` };
  } catch {
    return undefined;
  }
};
