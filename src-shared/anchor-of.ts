/** Returns the anchor of a heading as code hosts generate it. */
export const anchorOf = (heading: string): string =>
  heading
    .replace(/`|\[|\]\([^)\]]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
