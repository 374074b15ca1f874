import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListedRow, Listing } from '#shared/console-contract/listing.ts';
import type { RowMark, RowMarks, TableRow } from '#ui/table/table-types.ts';

const noMarks: RowMarks = new Map();

const textsById = <Row extends TableRow>(
  items: readonly ListedRow<Row>[],
  textOf: (row: Row) => string,
): Map<string, string> =>
  new Map(items.flatMap((item) => (item.kind === 'row' ? [[item.value.id, textOf(item.value)] as const] : [])));

/**
 * Compares two reads of a page and returns the changed rows. Returns none if the page numbers differ. Only the first
 * page marks rows as new, because rows of other pages may have moved from the previous page.
 * @param textOf returns only the service's fields, for the comparison
 */
export const marksBetween = <Row extends TableRow>(
  before: Listing<Row>,
  after: Listing<Row>,
  textOf: (row: Row) => string,
): RowMarks => {
  const isSamePage =
    before.profileId === after.profileId && before.page === after.page && before.pageSize === after.pageSize;
  if (!isSamePage) return noMarks;
  const oldTexts = textsById(before.rows, textOf);
  const marks = new Map<string, RowMark>();
  for (const [id, text] of textsById(after.rows, textOf)) {
    const oldText = oldTexts.get(id);
    if (oldText === undefined) {
      if (after.page === 1) marks.set(id, 'new');
    } else if (oldText !== text) marks.set(id, 'changed');
  }
  return marks.size === 0 ? noMarks : marks;
};

export const marksText = (marks: RowMarks): string => {
  const count = (mark: RowMark): number => [...marks.values()].filter((each) => each === mark).length;
  const changedCount = count('changed');
  const newCount = count('new');
  const parts = [
    changedCount > 0 ? `${changedCount} ${changedCount === 1 ? 'row' : 'rows'} changed` : '',
    newCount > 0 ? `${newCount} new` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
};

export interface Observation<Row> {
  readonly listing: Listing<Row> | undefined;
  /** The page as it was read. Events may change the displayed rows between reads. */
  readonly asRead: Listing<Row> | undefined;
  readonly marksOfRead: RowMarks;
  readonly marks: RowMarks;
}

const isSameRead = (one: Listing<unknown> | undefined, other: Listing<unknown> | undefined): boolean =>
  one?.readAt === other?.readAt && one?.page === other?.page && one?.pageSize === other?.pageSize;

export const observeListing = <Row extends TableRow>(
  before: Observation<Row>,
  listing: Listing<Row> | undefined,
  textOf: (row: Row) => string,
): Observation<Row> => {
  const { asRead, marksOfRead } = before;
  const changedMarks = asRead && listing ? marksBetween(asRead, listing, textOf) : noMarks;
  return isSameRead(asRead, listing)
    ? { ...before, listing, marks: new Map([...marksOfRead, ...changedMarks]) }
    : { listing, asRead: listing, marksOfRead: changedMarks, marks: changedMarks };
};

export const useRowMarks = <Row extends TableRow>(
  listing: Listing<Row> | undefined,
  textOf: (row: Row) => string,
): RowMarks => {
  const [before, setObservation] = useState<Observation<Row>>({
    listing,
    asRead: listing,
    marksOfRead: noMarks,
    marks: noMarks,
  });
  if (before.listing === listing) return before.marks;
  const observation = observeListing(before, listing, textOf);
  setObservation(observation);
  return observation.marks;
};

interface AnnouncedRefresh {
  readonly title: string;
  readonly isReading: boolean;
  readonly failed: boolean;
  readonly marks: RowMarks;
}

export const useRefreshAnnouncement = (
  { title, isReading, failed, marks }: AnnouncedRefresh,
  refresh: () => void,
): { readonly announcement: string; readonly refreshFor: (who: 'person' | 'clock') => void } => {
  const triggerRef = useRef<'person' | 'clock' | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const announce = useEffectEvent(() => {
    const trigger = triggerRef.current;
    triggerRef.current = null;
    // Announces an automatic refresh only if the refresh changed a row.
    if (trigger === 'clock') setAnnouncement(failed ? '' : marksText(marks));
    if (trigger === 'person') {
      setAnnouncement(failed ? `${title} couldn't be refreshed.` : `${title} refreshed. ${marksText(marks)}`);
    }
  });
  useEffect(() => {
    if (!isReading) announce();
  }, [isReading]);
  return {
    announcement,
    refreshFor: (who) => {
      triggerRef.current = who;
      setAnnouncement('');
      refresh();
    },
  };
};
