import type { ProviderServer, ServerName } from '#test/fixtures/providers/provider-server.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';
import { deleteCopied, type FilledSource, fillSource } from './stored-items.ts';

interface Source {
  readonly server: ProviderServer;
  readonly filled: FilledSource;
}

/** Servers shared by all directions of a run, so that each starts and is filled once. */
export interface ServerPool {
  /** Returns a server whose account `ada` contains the corpus. */
  source(name: ServerName): Promise<Source>;
  /** Returns a server without copies. Stops the previous destination if it has another name. */
  destination(name: ServerName): Promise<ProviderServer>;
  close(): Promise<void>;
}

export const createServerPool = (): ServerPool => {
  const sources = new Map<ServerName, Promise<Source>>();
  let current: ProviderServer | undefined;
  const startSource = async (name: ServerName): Promise<Source> => {
    const server = await startServer(name);
    return { server, filled: await fillSource(server) };
  };
  return {
    source: (name) => {
      const source = sources.get(name) ?? startSource(name);
      sources.set(name, source);
      return source;
    },
    destination: async (name) => {
      if (current?.name === name) await deleteCopied(current);
      else {
        await current?.close();
        current = undefined;
        current = await startServer(name);
      }
      return current;
    },
    close: async () => {
      await current?.close();
      const started = await Promise.allSettled(sources.values());
      await Promise.all(started.map((source) => source.status === 'fulfilled' && source.value.server.close()));
    },
  };
};
