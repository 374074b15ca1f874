import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RowMarks } from '#ui/table/table-types.ts';
import { marksText } from './row-changes.ts';

interface Refreshed {
  readonly title: string;
  readonly isReading: boolean;
  readonly failed: boolean;
  readonly marks: RowMarks;
}

interface RefreshAnnouncement {
  readonly announcement: string;
  /** Refreshes, for a person who asked or because it was due. */
  readonly refreshFor: (who: 'person' | 'clock') => void;
}

/** What screen readers are told when a refresh has ended. */
export const useRefreshAnnouncement = (
  { title, isReading, failed, marks }: Refreshed,
  refresh: () => void,
): RefreshAnnouncement => {
  const asked = useRef<'person' | 'clock' | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const announce = useEffectEvent(() => {
    const by = asked.current;
    asked.current = null;
    // What nobody asked for is spoken of only where it brought something.
    if (by === 'clock') setAnnouncement(failed ? '' : marksText(marks));
    if (by === 'person') {
      setAnnouncement(failed ? `${title} could not be refreshed.` : `${title} refreshed. ${marksText(marks)}`);
    }
  });
  useEffect(() => {
    if (!isReading) announce();
  }, [isReading]);
  return {
    announcement,
    refreshFor: (who) => {
      asked.current = who;
      setAnnouncement('');
      refresh();
    },
  };
};
