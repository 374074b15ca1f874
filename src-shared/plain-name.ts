/** Invisible or reordering characters, except joiners and variation selectors, which some scripts and emoji need. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Removes invisible characters, so that a name can't imitate another. Replaces control characters with spaces. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(invisible, '')
    .trim();
