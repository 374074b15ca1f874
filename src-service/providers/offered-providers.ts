import type { SourceProvider } from './source-provider.ts';

export type ProvidersOf = (organization: number) => Promise<readonly SourceProvider[]>;

const findProvider = (all: readonly SourceProvider[], name: string): SourceProvider | undefined =>
  all.find((known) => known.name.toLowerCase() === name.trim().toLowerCase());

/** Returns the names in `source_providers` that match no provider, ignoring case. */
export const unknownProviders = (all: readonly SourceProvider[], names: readonly string[] | null): string[] =>
  (names ?? []).filter((name) => findProvider(all, name) === undefined);

/** Returns a modal's providers: its existing `source_providers`, in their order, or by default all providers. */
export const offeredProviders = (
  all: readonly SourceProvider[],
  names: readonly string[] | null,
): readonly SourceProvider[] => {
  const knownProviders = (names ?? [])
    .map((name) => findProvider(all, name))
    .filter((provider) => provider !== undefined);
  return names === null ? all : [...new Set(knownProviders)];
};

export const onlyProvider = (
  all: readonly SourceProvider[],
  names: readonly string[] | null,
): SourceProvider | undefined => {
  const [provider, second] = offeredProviders(all, names);
  return second === undefined ? provider : undefined;
};
