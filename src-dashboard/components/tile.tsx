import './tile.css';

const colours = 10;

const colourOf = (text: string): number => {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return hash % colours;
};

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

/** Initials on a colour derived from the name; production is always magenta. Decorative, next to the name. */
export const Tile = ({ name, kind = 'organization', environment }: TileProps) => (
  <span className={`name-tile ${kind} name-colour-${colourOf(name)}`} data-environment={environment} aria-hidden="true">
    {kind === 'person' ? initials(name) : ([...name.trim()][0]?.toUpperCase() ?? '?')}
  </span>
);
