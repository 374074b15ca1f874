import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  /** Class of the icon: the tone of a status. */
  readonly tone?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly copies?: string | undefined;
  readonly migration?: ListedMigration | undefined;
  /** Shown once something is typed, not among everything there is. */
  readonly quiet?: boolean | undefined;
  readonly run: () => void;
}

/** What a page gives to the palette: things on it, and things to do with it. */
type PageGroup = 'On this page' | 'Actions';

interface Source {
  readonly group: PageGroup;
  readonly entries: () => readonly PaletteEntry[];
}

const sources = new Set<Source>();

/** Offers entries of a page in the palette for as long as the page is there; asked for when the palette opens. */
export const usePaletteEntries = (group: PageGroup, entries: () => readonly PaletteEntry[]): void => {
  // No effect event: the palette asks while it is drawn.
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  });
  useEffect(() => {
    const source: Source = { group, entries: () => latest.current() };
    sources.add(source);
    return () => void sources.delete(source);
  }, [group]);
};

export const pageEntries = (group: PageGroup): readonly PaletteEntry[] =>
  [...sources].filter((source) => source.group === group).flatMap((source) => source.entries());
