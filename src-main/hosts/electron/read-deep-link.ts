import { brand } from '#shared/brand.ts';
import { maxLinkLength } from '#shared/deep-links/deep-link.ts';

/**
 * Returns a string from the system that may be a link, cut just above the maximum length; null for anything else. The
 * page validates it.
 */
export const linkOf = (text: unknown): string | null =>
  typeof text === 'string' && text.toLowerCase().startsWith(`${brand.deepLinkScheme}:`)
    ? text.slice(0, maxLinkLength + 1)
    : null;

/** The link among the arguments of a start: the system puts it last. */
export const deepLinkOf = (argv: readonly string[]): string | null =>
  argv.flatMap((argument) => linkOf(argument) ?? []).at(-1) ?? null;

/** The route that shows what a link names; one that was cut may end in half a sign. */
export const routeOf = (link: string): string =>
  `/link?to=${encodeURIComponent(link.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`;
