import { brand } from '#shared/brand.ts';
import { maxLinkLength } from '#shared/deep-links/deep-link.ts';

/** Returns a link from the system, cut just above the maximum length, or null. The page validates the link. */
export const linkOf = (text: unknown): string | null =>
  typeof text === 'string' && text.toLowerCase().startsWith(`${brand.deepLinkScheme}:`)
    ? text.slice(0, maxLinkLength + 1)
    : null;

/** Returns the link from the start arguments. The system puts it last. */
export const deepLinkOf = (argv: readonly string[]): string | null =>
  argv.flatMap((argument) => linkOf(argument) ?? []).at(-1) ?? null;

/** A truncated link may end with half a surrogate pair, which `encodeURIComponent` rejects. */
export const routeOf = (link: string): string =>
  `/link?to=${encodeURIComponent(link.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`;
