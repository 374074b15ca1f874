import { pageScript, stepsScript } from '#service/modal-page/page-assets.ts';

/** The scripts of the modal page with the most bytes that each may have, gzipped: the first one is waited for. */
export const modalScripts = [
  { name: 'modal page', script: pageScript, most: 6_000 },
  { name: 'modal page, steps of the copy', script: stepsScript, most: 2_000 },
] as const;
