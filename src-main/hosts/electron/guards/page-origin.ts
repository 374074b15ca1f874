import { brand } from '#shared/brand.ts';

/** Origin of the console's own pages; exact, without a slash. */
export const pageOrigin = `${brand.pageScheme}://console`;
