import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  readonly tone?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly copies?: string | undefined;
  readonly migration?: ListedMigration | undefined;
  readonly quiet?: boolean | undefined;
  readonly run: () => void;
}

type PageGroup = 'On this page' | 'Actions';

interface Source {
  readonly group: PageGroup;
  readonly entries: () => readonly PaletteEntry[];
}

const sources = new Set<Source>();

export const usePaletteEntries = (group: PageGroup, entries: () => readonly PaletteEntry[]): void => {
  // A ref instead of an effect event, because the palette reads the entries during render.
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
