import './provider-tile.css';

const colours = 10;

// The six providers of the Sandbox keep their colour everywhere; the numbers are classes in provider-tile.css.
const known = new Map([
  ['ledgerline', 0],
  ['tallyroom', 1],
  ['crewbase', 2],
  ['harborpay', 3],
  ['peopledock', 4],
  ['sumtrail', 5],
]);

const hashOf = (text: string): number => {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return hash;
};

/** The number of a provider's colour, from 0 to 9: its own, or one that its name always leads to. */
export const providerColour = (provider: string): number => {
  const name = provider.trim().toLowerCase();
  return known.get(name) ?? hashOf(name) % colours;
};

/** The letter on a provider's tile, whole also for letters outside of the basic plane. */
export const providerLetter = (provider: string): string => [...provider.trim()][0]?.toUpperCase() ?? '?';

export const ProviderTile = ({ provider }: { readonly provider: string }) => (
  <span className={`provider-tile provider-${providerColour(provider)}`} aria-hidden="true">
    {providerLetter(provider)}
  </span>
);
