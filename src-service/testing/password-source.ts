import type { SourceAccount } from '../providers/copy-ports.ts';
import type { SourceProvider } from '../providers/source-provider.ts';

/** A source that accepts every password and finds this account. */
export const passwordSource = (account: SourceAccount): SourceProvider => ({
  name: 'Harbour Mail',
  category: 'other',
  firstStep: 'password',
  logIn: async (before) => ({
    login: { ...before, userName: 'ada', trouble: null },
    found: { account, collections: await account.collections(new AbortController().signal) },
  }),
  company: (name) => ({ provider: 'Harbour Mail', name, idAtProvider: name }),
});
