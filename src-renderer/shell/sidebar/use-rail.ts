import { useMediaQuery } from '#ui/state/use-media-query.ts';

/** Whether the sidebar shows only icons, which then need tooltips. The width must equal the one in the style sheet. */
export const useRail = (): boolean => useMediaQuery('(max-width: 1080px)');
