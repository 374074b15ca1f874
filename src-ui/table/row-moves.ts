/** Rows that a key for a screen moves by, where nobody knows how many the screen holds. */
const usualScreenful = 10;

/** The row that a key leads to from row `index` of `count`; null when the key moves nothing. */
export const movedIndex = (key: string, index: number, count: number, screenful = usualScreenful): number | null => {
  const last = Math.max(0, count - 1);
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, index + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, index + screenful);
    case 'PageUp':
      return Math.max(0, index - screenful);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
};
