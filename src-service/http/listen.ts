import type { FastifyInstance } from 'fastify';
import { UserError } from '#shared/user-error.ts';

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly flags: { readonly port: string; readonly host: string };
}

const sentenceOf = (error: unknown, { port, host, flags }: ListenOptions): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with ${flags.port}.`;
  if (code === 'EACCES')
    return `You don't have permission to use port ${port} on ${host}. Choose a port above 1023 with ${flags.port}.`;
  return `The service can't listen on ${host}, port ${port} (${String(code ?? error)}). Choose another address with ${flags.host}.`;
};

/** @throws {UserError} */
export const listen = async (app: FastifyInstance, options: ListenOptions): Promise<void> => {
  const { port, host } = options;
  await app.listen({ port, host }).catch((error: unknown) => {
    throw new UserError(sentenceOf(error, options));
  });
};

export const addressOf = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
};
