import type { SourceProvider } from './source-provider.ts';

export type ProvidersOf = (organization: number) => Promise<readonly SourceProvider[]>;

const findProvider = (all: readonly SourceProvider[], name: string): SourceProvider | undefined =>
  all.find((known) => known.name.toLowerCase() === name.trim().toLowerCase());

export const unknownProviders = (all: readonly SourceProvider[], names: readonly string[] | null): string[] =>
  (names ?? []).filter((name) => findProvider(all, name) === undefined);

/** Returns the known providers that `names` lists, in the order of `names`, or all providers if `names` is null. */
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
