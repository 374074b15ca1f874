import { tileColour } from '#ui/values/tile-colour.ts';
import './provider-tile.css';

// The Sandbox's six providers have fixed colors. The numbers are used in class names of tile-colours.css.
const colourByProvider = new Map([
  ['ledgerline', 0],
  ['tallyroom', 1],
  ['crewbase', 2],
  ['harborpay', 3],
  ['peopledock', 4],
  ['sumtrail', 5],
]);

export const providerColour = (provider: string): number => {
  const name = provider.trim().toLowerCase();
  return colourByProvider.get(name) ?? tileColour(name);
};

/** Returns the first letter for a provider's tile. Supports letters outside the basic plane. */
export const providerLetter = (provider: string): string => [...provider.trim()][0]?.toUpperCase() ?? '?';

export const ProviderTile = ({ provider }: { readonly provider: string }) => (
  <span className={`provider-tile tile-colour-${providerColour(provider)}`} aria-hidden="true">
    {providerLetter(provider)}
  </span>
);
