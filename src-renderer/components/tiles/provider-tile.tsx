import './provider-tile.css';

const colours = 10;

// The Sandbox's six providers have fixed colours. The numbers are classes in provider-tile.css.
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

/** Returns a provider's colour number from 0 to 9: a fixed one, or a hash of its name. */
export const providerColour = (provider: string): number => {
  const name = provider.trim().toLowerCase();
  return known.get(name) ?? hashOf(name) % colours;
};

/** Returns the first letter for a provider's tile. Handles letters outside the basic plane. */
export const providerLetter = (provider: string): string => [...provider.trim()][0]?.toUpperCase() ?? '?';

export const ProviderTile = ({ provider }: { readonly provider: string }) => (
  <span className={`provider-tile provider-${providerColour(provider)}`} aria-hidden="true">
    {providerLetter(provider)}
  </span>
);
