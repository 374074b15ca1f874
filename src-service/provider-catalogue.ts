import type { LoginTrouble } from '#shared/modal-messages/modal-state.ts';
import type { ContentWorker } from './content-worker/content-worker.ts';
import type { PeopleStore } from './store/people/create-people-store.ts';
import type { SeedStore } from './store/seed-store.ts';
import type { Destination } from './providers/copy-ports.ts';
import {
  accountFor,
  type AccountOwner,
  type DestinationAccount,
  type DestinationSettings,
} from './providers/destination-accounts.ts';
import type { ProvidersOf } from './providers/offered-providers.ts';
import { practiceProviders } from './providers/practice/practice-providers.ts';
import type { ProvidersFile } from './providers/providers-file.ts';
import type { SourceProvider } from './providers/source-provider.ts';
import { UserError } from '#shared/user-error.ts';

export interface Catalogue {
  readonly providersOf: ProvidersOf;
  /** Undefined if the organization has only practice providers, or no account for the end user. */
  readonly destinationOf: (organization: number, owner: AccountOwner | undefined) => Promise<Destination | undefined>;
}

export const practiceCatalogue: Catalogue = {
  providersOf: async () => practiceProviders,
  destinationOf: async () => undefined,
};

/** Refuses a destination for an unknown organization, whose end users would unknowingly get practice copies. */
export const refuseUnknownOrganization = async (
  { destinations }: ProvidersFile,
  path: string,
  people: Pick<PeopleStore, 'hasOrganization'>,
): Promise<void> => {
  for (const [index, { organization }] of destinations.entries()) {
    if (await people.hasOrganization(organization)) continue;
    const place = `destinations[${index}].organization`;
    const fix = 'check the name, or create it with keys create --organization';
    throw new UserError(
      `The providers file ${path} is invalid: ${place}: the organization ${JSON.stringify(organization)} doesn't exist; ${fix}.`,
    );
  }
};

const withOwnerNames = (destination: Destination, userName: string): Destination => ({
  ...destination,
  prepare: (key, collection, signal) =>
    destination.prepare(key, { ...collection, name: `${collection.name} (${userName})` }, signal),
});

type CheckSignIn = (account: DestinationAccount) => Promise<LoginTrouble | null>;

/** Wraps a source: a login also fails if the end user can't sign in at the destination, or has no account there. */
const sourceForDestination = (
  source: SourceProvider,
  settings: DestinationSettings,
  checkSignIn: CheckSignIn,
): SourceProvider => ({
  ...source,
  asksDestination: settings.sign_in !== undefined,
  logIn: async (before, { atDestination, ...credentials }, now) => {
    const outcome = await source.logIn(before, credentials, now);
    const { found, login } = outcome;
    if (found === undefined) return outcome;
    const owner = { source: source.name, userName: credentials.userName, atDestination };
    const target = await accountFor(settings, owner);
    const isOfEndUser = target?.isOfEndUser === true;
    const trouble = target === undefined ? 'no_account' : isOfEndUser ? await checkSignIn(target) : null;
    if (trouble !== null)
      return { login: { ...login, failures: before.failures + 1, trouble }, listBytes: outcome.listBytes };
    // An interrupted copy continues only with the destination account that it started with.
    const id = isOfEndUser ? `${found.account.id} to ${target?.user ?? ''}` : found.account.id;
    return { ...outcome, found: { ...found, account: { ...found.account, id, owner } } };
  },
});

/** Deadline for the destination. The source has already used most of the page's time limit. */
const signInTimeoutMs = 5_000;

/** Loads the DAV adapters only for an operator's file that needs them. */
export const openCatalogue = async (
  file: ProvidersFile,
  seed: Pick<SeedStore, 'organization'>,
  content: ContentWorker,
  loginTimeoutMs?: number,
): Promise<Catalogue> => {
  const [{ davSource }, { davDestination, destinationTroubleOf }] = await Promise.all([
    import('./providers/dav/dav-source.ts'),
    import('./providers/dav/dav-destination.ts'),
  ]);
  const rules = { allowLoopback: file.allow_loopback };
  const sources = file.sources.map((settings) => davSource(settings, { rules, content, timeoutMs: loginTimeoutMs }));
  const checkSignIn: CheckSignIn = (account) =>
    destinationTroubleOf(account, { rules, content }, AbortSignal.timeout(signInTimeoutMs));
  // Names are case-sensitive.
  const destinations = new Map(file.destinations.map((settings) => [settings.organization, settings]));
  const settingsOf = async (organization: number): Promise<DestinationSettings | undefined> =>
    destinations.get((await seed.organization(organization))?.name ?? '');
  return {
    destinationOf: async (organization, owner) => {
      const settings = await settingsOf(organization);
      if (settings === undefined || owner === undefined) return undefined;
      const account = await accountFor(settings, owner);
      if (account === undefined) return undefined;
      const destination = davDestination(account, { rules, content });
      return account.isShared ? withOwnerNames(destination, owner.userName) : destination;
    },
    providersOf: async (organization) => {
      const settings = await settingsOf(organization);
      if (settings === undefined) return practiceProviders;
      const ownSources = sources.map((source) => sourceForDestination(source, settings, checkSignIn));
      return file.practice ? [...ownSources, ...practiceProviders] : ownSources;
    },
  };
};
