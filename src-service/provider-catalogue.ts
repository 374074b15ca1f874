import type { ContentWorker } from './content-worker/content-worker.ts';
import type { PeopleStore } from './store/people-store.ts';
import type { SeedStore } from './store/seed-store.ts';
import type { Destination } from './providers/copy-ports.ts';
import type { ProvidersOf } from './providers/offered-providers.ts';
import { practiceProviders } from './providers/practice/practice-providers.ts';
import type { ProvidersFile } from './providers/providers-file.ts';

/** The sources that organizations offer, and where their data goes. */
export interface Catalogue {
  readonly providersOf: ProvidersOf;
  /** Undefined where an organization has practice only. */
  readonly destinationOf: (organization: number) => Promise<Destination | undefined>;
}

/** What a service has without a file. */
export const practiceCatalogue: Catalogue = {
  providersOf: async () => practiceProviders,
  destinationOf: async () => undefined,
};

/**
 * One sentence where a destination is for an organization that is not there: its end users would see practice providers, and
 * believe that their data had moved.
 */
export const refuseUnknownOrganization = async (
  { destinations }: ProvidersFile,
  path: string,
  people: Pick<PeopleStore, 'hasOrganization'>,
): Promise<string | undefined> => {
  for (const [index, { organization }] of destinations.entries()) {
    if (await people.hasOrganization(organization)) continue;
    const place = `destinations[${index}].organization`;
    const way = 'write its name as it is, or make it with keys create --organization';
    return `The providers file ${path} cannot be used: ${place}: there is no organization ${JSON.stringify(organization)}; ${way}.`;
  }
  return undefined;
};

/** The adapters that the operator's file names; nothing of them is loaded before. */
export const openCatalogue = async (
  file: ProvidersFile,
  seed: Pick<SeedStore, 'organization'>,
  content: ContentWorker,
  loginTimeoutMs?: number,
): Promise<Catalogue> => {
  const [{ davSource }, { davDestination }] = await Promise.all([
    import('./providers/dav/dav-source.ts'),
    import('./providers/dav/dav-destination.ts'),
  ]);
  const rules = { allowLoopback: file.allow_loopback };
  const sources = file.sources.map((settings) => davSource(settings, { rules, content, timeoutMs: loginTimeoutMs }));
  // By the very name: the store tells two organizations apart by nothing but upper and lower case, too.
  const destinations = new Map(
    file.destinations.map((settings) => [settings.organization, davDestination(settings, { rules, content })]),
  );
  const destinationOf: Catalogue['destinationOf'] = async (organization) =>
    destinations.get((await seed.organization(organization))?.name ?? '');
  return {
    destinationOf,
    providersOf: async (organization) => {
      if ((await destinationOf(organization)) === undefined) return practiceProviders;
      return file.practice ? [...sources, ...practiceProviders] : sources;
    },
  };
};
