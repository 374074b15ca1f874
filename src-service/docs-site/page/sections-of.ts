import { anchorOf } from '#shared/anchor-of.ts';

export interface Page {
  readonly title: string;
  readonly name: string;
  /** In Markdown. */
  readonly text: string;
}
export interface Section {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Returns the parts of a page. A `#` in a code block starts a comment, not a part. */
export const sectionsOf = ({ title, name, text }: Page): Section[] => {
  const prose = text.replaceAll(/^```.*?^```/gms, (code) => code.replaceAll(/^#+ /gm, ''));
  return prose.split(/^#{1,3} /m).flatMap((part, index) => {
    const [heading = '', ...lines] = part.split('\n');
    const words = lines.join(' ').replaceAll(/\]\([^)\]]*\)|[|`*[]+|-{3,}/g, ' ');
    const isTop = index <= 1;
    const url = isTop ? `${name}.html` : `${name}.html#${anchorOf(heading)}`;
    return part === '' ? [] : [{ title: isTop ? title : `${title}: ${heading.replaceAll('`', '')}`, url, text: words }];
  });
};
