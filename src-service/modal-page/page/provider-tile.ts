import { find } from './templates.ts';

const known = ['Ledgerline', 'Tallyroom', 'Crewbase', 'Harborpay', 'Peopledock', 'Sumtrail'];
const colours = 9;

/** Gives the tile in `within` its colour: that of a known provider, else one of its name's hash. */
export const colourTile = (within: ParentNode, name: string): void => {
  let hash = known.indexOf(name);
  if (hash < 0) for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  find('.tile', within).classList.add(`t${hash % colours}`);
};

/** The first letter of a provider's name, for its tile. */
export const letterOf = (name: string): string => name.charAt(0).toUpperCase();
