import { tileColour } from '#ui/values/tile-colour.ts';
import './tile.css';

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
};

interface TileProps {
  readonly name: string;
  readonly kind?: 'person' | 'organization';
  readonly environment?: 'production' | 'test';
}

/** Initials on a color derived from the name. Production is always magenta. Decorative, as the name is next to it. */
export const Tile = ({ name, kind = 'organization', environment }: TileProps) => (
  <span className={`tile ${kind} tile-colour-${tileColour(name)}`} data-environment={environment} aria-hidden="true">
    {kind === 'person' ? initials(name) : ([...name.trim()][0]?.toUpperCase() ?? '?')}
  </span>
);
