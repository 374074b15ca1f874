import { createHash } from 'node:crypto';
import { coloursOf } from '#shared/service-control/accent-colours.ts';
import type { ShownBrand } from '../store/brand-store.ts';

const variables = (colours: Readonly<Record<string, string>>): string =>
  `:root{${Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

export const logoPath = (logoName: string): string => `/modal-brand/${logoName}`;

export const brandStyle = ({ accent, logoName }: Pick<ShownBrand, 'accent' | 'logoName'>): string => {
  const colours = accent === null ? null : coloursOf(accent);
  return [
    ...(colours ? [variables(colours.light), `@media (prefers-color-scheme:dark){${variables(colours.dark)}}`] : []),
    ...(logoName === null
      ? []
      : [`.bank.to .tile{background:url(${logoPath(logoName)}) center/cover;color:transparent;border-radius:9px}`]),
  ].join('');
};

/** Source expression of a style element, for `style-src` of the page's policy. */
export const styleSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
