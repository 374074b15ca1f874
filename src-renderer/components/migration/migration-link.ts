import { brand } from '#shared/brand.ts';

/** Link that opens the migration in an installed console. Contains no secret and changes nothing. */
export const migrationLink = (id: string): string => `${brand.deepLinkScheme}://migrations/${id}`;
