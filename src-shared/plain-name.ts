/**
 * Characters that are invisible or reorder their neighbors. Joiners and variation selectors aren't listed, because some
 * scripts and emoji need them.
 */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Removes invisible characters, so that a name can't imitate another. Replaces control characters with spaces. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(invisible, '')
    .trim();
