import { announce, copyOf, find, icon, make } from './card.ts';
import { fillTile } from './choose.ts';
import { call } from './modal-session.ts';
import { numberText, text, timeText } from './text.ts';

/** Shared with the second script, so that both scripts use the same instances. */
export const pageParts = { announce, call, copyOf, find, icon, make, fillTile, numberText, text, timeText };
export type PageParts = typeof pageParts;
