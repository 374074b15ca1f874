import { brand } from '#shared/brand.ts';

const shape = new RegExp(
  `^${brand.deepLinkScheme}://migrations/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/?$`,
  'i',
);

/** The migration that a deep link names, in lower case; null for everything else. It opens a drawer and does no more. */
export const readDeepLink = (link: unknown): string | null =>
  (typeof link === 'string' ? shape.exec(link)?.[1]?.toLowerCase() : undefined) ?? null;

/** The link among the arguments of a start: the system puts it last. */
export const deepLinkOf = (argv: readonly string[]): string | null =>
  readDeepLink(argv.filter((argument) => argument.toLowerCase().startsWith(`${brand.deepLinkScheme}:`)).at(-1));

/** The route that shows a migration. */
export const routeOf = (id: string): string => `/migrations?open=${id}`;
