import { useMemo } from 'react';
import { useKnownTotal } from '../../api/listings.ts';
import { isFailed, useRequestLog } from '../../api/request-log.ts';
import { countText } from '#ui/values/number-text.ts';
import type { ConsolePage } from './console-pages.ts';
import type { NavNote } from './nav-link.tsx';

type NavNotes = Readonly<Partial<Record<ConsolePage['to'], NavNote | null>>>;

const countNote = (count: number | null): NavNote | null => (count === null ? null : { text: countText(count) });

/** What the navigation says beside its pages: how many rows there are, how many calls failed. */
export const useNavNotes = (): NavNotes => {
  const migrations = useKnownTotal('migrations');
  const companies = useKnownTotal('companies');
  const lines = useRequestLog().data?.lines;
  const failed = useMemo(() => lines?.filter(isFailed).length ?? 0, [lines]);
  return {
    '/migrations': countNote(migrations),
    '/companies': countNote(companies),
    '/requests': failed === 0 ? null : { text: `${countText(failed)} failed`, tone: 'bad' },
  };
};
