import { brand } from '#shared/brand.ts';

/** A link that opens the migration in an installed console; it holds no secret and does nothing else. */
export const migrationLink = (id: string): string => `${brand.deepLinkScheme}://migrations/${id}`;
