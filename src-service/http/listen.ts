import type { FastifyInstance } from 'fastify';

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly flags: { readonly port: string; readonly host: string };
}

/** Opens the port of an app; a sentence where it cannot be had. */
export const listen = async (
  app: FastifyInstance,
  { port, host, flags }: ListenOptions,
): Promise<string | undefined> => {
  try {
    await app.listen({ port, host });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      return `Port ${port} of ${host} is in use; stop what listens there, or choose another with ${flags.port}.`;
    if (code === 'EACCES')
      return `Port ${port} of ${host} may not be used by this user; choose one above 1023 with ${flags.port}.`;
    return `The service cannot listen on ${host}, port ${port} (${String(code ?? error)}); choose another address with ${flags.host}.`;
  }
};

export const addressOf = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
};
