import type { SourceProvider } from './source-provider.ts';

export type ProvidersOf = (organization: number) => Promise<readonly SourceProvider[]>;

const providerNamed = (all: readonly SourceProvider[], name: string): SourceProvider | undefined =>
  all.find((known) => known.name.toLowerCase() === name.trim().toLowerCase());

/** Returns the names in `source_providers` that match no provider, ignoring case. */
export const unknownProviders = (all: readonly SourceProvider[], names: readonly string[] | null): string[] =>
  (names ?? []).filter((name) => providerNamed(all, name) === undefined);

/** The providers of a modal: its `source_providers` that exist, in their order. All providers if it has none. */
export const offeredProviders = (
  all: readonly SourceProvider[],
  names: readonly string[] | null,
): readonly SourceProvider[] => {
  const known = (names ?? []).map((name) => providerNamed(all, name)).filter((provider) => provider !== undefined);
  return names === null ? all : [...new Set(known)];
};

/** The provider if a modal offers only one. The end user then has no choice to make. */
export const onlyProvider = (
  all: readonly SourceProvider[],
  names: readonly string[] | null,
): SourceProvider | undefined => {
  const [provider, second] = offeredProviders(all, names);
  return second === undefined ? provider : undefined;
};
