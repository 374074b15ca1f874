import { pageScript, stepsScript } from '#service/modal-page/page-assets.ts';

/** Scripts of the modal page with their maximum gzipped bytes. The page waits for the first one only. */
export const modalScripts = [
  { name: 'modal page', script: pageScript, maxBytes: 6_000 },
  { name: 'modal page, steps of the copy', script: stepsScript, maxBytes: 2_000 },
] as const;
