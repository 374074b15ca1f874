import { expect, test } from 'vitest';
import { pageGroups } from '../shell/sidebar/console-pages.ts';
import { shellMarkup } from './first-look.tsx';

test(
  'the first picture of the shell has every navigation page and no profile, and ignores input',
  { tags: '@C32' },
  () => {
    const markup = shellMarkup();
    expect(markup).toMatch(/^<div class="shell" [^>]*inert="" aria-hidden="true">/);
    const names = [...markup.matchAll(/<span class="nav-label nav-word">([^<]*)<\/span>/g)].map(([, name]) => name);
    expect(names).toEqual(pageGroups.flatMap(({ pages }) => pages.map(({ label }) => label)));
    expect(markup).toContain('<span class="switcher-name truncate"></span>');
    expect(markup).not.toMatch(/<(script|style)|\son\w+=| style=/);
  },
);
