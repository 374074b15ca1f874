import { succeed } from '#shared/app-error.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { MintToken } from './mint-token.ts';
import type { TokenHistory } from './token-history.ts';

export const createLinkTokensHandlers = (mint: MintToken, history: TokenHistory): ConsoleHandlers['linkTokens'] => ({
  mint: (_args, { signal }) => mint('create', signal),
  history: async () => succeed(history.list()),
});
