import type { SourceProvider } from './source-provider.ts';

export type ProvidersOf = (organization: number) => Promise<readonly SourceProvider[]>;

const providerNamed = (all: readonly SourceProvider[], name: string): SourceProvider | undefined =>
  all.find((known) => known.name.toLowerCase() === name.trim().toLowerCase());

/** The names that no provider has. */
export const unknownProviders = (all: readonly SourceProvider[], names: readonly string[] | null): string[] =>
  (names ?? []).filter((name) => providerNamed(all, name) === undefined);

/** The providers that a modal offers: those of its `source_providers` that exist, in their order, else all. */
export const offeredProviders = (
  all: readonly SourceProvider[],
  names: readonly string[] | null,
): readonly SourceProvider[] => {
  const known = (names ?? []).map((name) => providerNamed(all, name)).filter((provider) => provider !== undefined);
  return names === null ? all : [...new Set(known)];
};

/** The provider of a modal that offers one alone: there is nothing to choose. */
export const onlyProvider = (
  all: readonly SourceProvider[],
  names: readonly string[] | null,
): SourceProvider | undefined => {
  const [provider, second] = offeredProviders(all, names);
  return second === undefined ? provider : undefined;
};
