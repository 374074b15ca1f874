const thousands = new Intl.NumberFormat('en-US');

/** "1,284". */
export const countText = (count: number): string => thousands.format(count);
