import './tile-colours.css';

const colourCount = 10;

const hashOf = (text: string): number => {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return hash;
};

/** Returns the number from 0 to 9 of a name's tile color, a class in tile-colours.css. */
export const tileColour = (name: string): number => hashOf(name) % colourCount;
