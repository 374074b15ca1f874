import type { LoginTrouble } from '#shared/modal-messages/modal-state.ts';
import type { ContentWorker } from './content-worker/content-worker.ts';
import type { PeopleStore } from './store/people/create-people-store.ts';
import type { SeedStore } from './store/seed-store.ts';
import { type Destination, LoginRefused } from './providers/copy-ports.ts';
import type { CopyTarget } from './providers/mail-ports.ts';
import {
  accountFor,
  type AccountOwner,
  type DestinationAccount,
  type DestinationSettings,
} from './providers/destination-accounts.ts';
import type { ProvidersOf } from './providers/offered-providers.ts';
import type { DavOptions } from './providers/dav/dav-client.ts';
import { practiceProviders } from './providers/practice/practice-providers.ts';
import type { ProvidersFile, SourceSettings } from './providers/providers-file.ts';
import type { SourceProvider } from './providers/source-provider.ts';
import { UserError } from '#shared/user-error.ts';

export interface Catalogue {
  readonly providersOf: ProvidersOf;
  /** Undefined if the organization has only practice providers, or no account for the end user. */
  readonly destinationOf: (organization: number, owner: AccountOwner | undefined) => Promise<CopyTarget | undefined>;
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

/** Deadline for the destination. The source has already used most of the page's time limit. */
const signInTimeoutMs = 5_000;

// Each function loads its adapter only if the operator's file uses that adapter.

const openSource = async (settings: SourceSettings, options: DavOptions): Promise<SourceProvider> =>
  settings.kind === 'dav'
    ? (await import('./providers/dav/dav-source.ts')).davSource(settings, options)
    : (await import('./providers/imap/imap-source.ts')).imapSource(settings, options);

const openDestination = async (
  settings: DestinationSettings,
  account: DestinationAccount,
  options: DavOptions,
): Promise<CopyTarget> =>
  settings.kind === 'dav'
    ? (await import('./providers/dav/dav-destination.ts')).davDestination(account, options)
    : (await import('./providers/imap/imap-destination.ts')).imapDestination(account, settings, options);

const checkSignIn = async (
  settings: DestinationSettings,
  account: DestinationAccount,
  options: DavOptions,
): Promise<LoginTrouble | null> => {
  try {
    await (await openDestination(settings, account, options)).signIn?.(AbortSignal.timeout(signInTimeoutMs));
    return null;
  } catch (error) {
    return error instanceof LoginRefused ? 'destination_refused' : 'destination_down';
  }
};

/** Wraps a source: a login also fails if the end user can't sign in at the destination, or has no account there. */
const sourceForDestination = (
  source: SourceProvider,
  settings: DestinationSettings,
  options: DavOptions,
): SourceProvider => ({
  ...source,
  asksDestination: settings.sign_in !== undefined,
  logInAtSource: source.logIn,
  logIn: async (before, { atDestination, ...credentials }, now) => {
    const outcome = await source.logIn(before, credentials, now);
    const { found, login } = outcome;
    if (found === undefined) return outcome;
    const owner = { source: source.name, userName: credentials.userName, atDestination };
    const target = await accountFor(settings, owner);
    const isOfEndUser = target?.isOfEndUser === true;
    const trouble =
      target === undefined ? 'no_account' : isOfEndUser ? await checkSignIn(settings, target, options) : null;
    if (trouble !== null)
      return { login: { ...login, failures: before.failures + 1, trouble }, listBytes: outcome.listBytes };
    // An interrupted copy continues only with the destination account that it started with.
    const id = isOfEndUser ? `${found.account.id} to ${target?.user ?? ''}` : found.account.id;
    return { ...outcome, found: { ...found, account: { ...found.account, id, owner } } };
  },
});

export const openCatalogue = async (
  file: ProvidersFile,
  seed: Pick<SeedStore, 'organization'>,
  content: ContentWorker,
  timeoutMs?: number,
): Promise<Catalogue> => {
  const options = { rules: { allowLoopback: file.allow_loopback }, content, timeoutMs };
  const sources = await Promise.all(
    file.sources.map(async (settings) => ({ kind: settings.kind, source: await openSource(settings, options) })),
  );
  const settingsOf = async (organization: number): Promise<readonly DestinationSettings[]> => {
    const name = (await seed.organization(organization))?.name ?? '';
    return file.destinations.filter((settings) => settings.organization === name);
  };
  return {
    destinationOf: async (organization, owner) => {
      const kind = sources.find(({ source }) => source.name === owner?.source)?.kind;
      const settings = (await settingsOf(organization)).find((destination) => destination.kind === kind);
      if (settings === undefined || owner === undefined) return undefined;
      const account = await accountFor(settings, owner);
      if (account === undefined) return undefined;
      const destination = await openDestination(settings, account, options);
      return account.isShared && 'taken' in destination ? withOwnerNames(destination, owner.userName) : destination;
    },
    providersOf: async (organization) => {
      const destinations = await settingsOf(organization);
      if (destinations.length === 0) return practiceProviders;
      const ownSources = sources.flatMap(({ kind, source }) =>
        destinations
          .filter((settings) => settings.kind === kind)
          .map((settings) => sourceForDestination(source, settings, options)),
      );
      return file.practice ? [...ownSources, ...practiceProviders] : ownSources;
    },
  };
};
