import { providerColour, providerLetter } from './provider-colours.ts';
import './provider-tile.css';

/** The letter of a provider on its colour; its name stands beside it. */
export const ProviderTile = ({ provider }: { readonly provider: string }) => (
  <span className={`provider-tile provider-${providerColour(provider)}`} aria-hidden="true">
    {providerLetter(provider)}
  </span>
);
