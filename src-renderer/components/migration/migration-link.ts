import { brand } from '#shared/brand.ts';

/** Returns a link that opens the migration in an installed console. It contains no secret and changes no data. */
export const migrationLink = (id: string): string => `${brand.deepLinkScheme}://migrations/${id}`;
