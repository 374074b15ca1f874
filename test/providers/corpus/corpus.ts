import { cards } from './cards.ts';
import { events, createMeetings, tasks } from './entries.ts';

/** File names that are legal in a path after percent-encoding. */
const oddNames = [
  'q?mark',
  'hash#tag',
  '100% sure',
  'plus+sign',
  'a b',
  'ümläut',
  '日本',
  "quote'd",
  'semi;colon',
  'and&or',
];

/** An address book or a calendar with its items, by file name. */
export interface CorpusCollection {
  readonly name: string;
  readonly kind: 'contacts' | 'events';
  readonly items: readonly (readonly [file: string, content: string])[];
}

/** Ten items of a collection get odd file names; the others are named by UID. */
const named = (items: ReadonlyMap<string, string>, extension: string): CorpusCollection['items'] =>
  [...items].map(([uid, content], index) => [`${oddNames[index] ?? uid}.${extension}`, content]);

/** 317 realistic items, the same each time. */
export const corpus = (): readonly CorpusCollection[] => [
  { name: 'people', kind: 'contacts', items: named(cards(), 'vcf') },
  { name: 'office', kind: 'events', items: named(new Map([...events(), ...createMeetings()]), 'ics') },
  { name: 'tasks', kind: 'events', items: named(tasks(), 'ics') },
];
