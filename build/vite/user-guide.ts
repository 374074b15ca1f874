import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideElement, GuideNode } from '#shared/user-guide.ts';
import { anchorOf } from '../../src-shared/anchor-of.ts';

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Converts formatted text. Fails the build if the Markdown contains elements that the user guide doesn't support. */
function textOf(tokens: readonly Token[] | undefined): GuideNode[] {
  return (tokens ?? []).flatMap((token): GuideNode[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? textOf(token.tokens) : [plain(token.raw.replaceAll('\n', ' '))];
      case 'codespan':
        return [['code', {}, plain((token as Tokens.Codespan).text)]];
      case 'strong':
        return [['strong', {}, plain((token as Tokens.Strong).text)]];
      case 'link': {
        const { href, text } = token as Tokens.Link;
        // The console contains only the user guide, so links to other documents become plain text.
        return href.startsWith('#') ? [['a', { href: `#/help?part=${href.slice(1)}` }, text]] : [text];
      }
      default:
        throw new TypeError(`The user guide holds ${token.type}, which its page cannot show: ${token.raw}`);
    }
  });
}

/** Returns the elements of a guide written in Markdown, without its title. */
export function readGuide(markdown: string): GuideElement[] {
  return lexer(markdown).flatMap((token): GuideElement[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading': {
        const { depth, text } = token as Tokens.Heading;
        if (depth === 1) return [];
        return [[depth === 2 ? 'h2' : 'h3', { id: `part-${anchorOf(text)}`, tabIndex: -1 }, plain(text)]];
      }
      case 'paragraph': {
        const { tokens } = token as Tokens.Paragraph;
        const [first] = tokens;
        if (first?.type !== 'image') return [['p', {}, ...textOf(tokens)]];
        const { href, text } = first as Tokens.Image;
        return [['img', { className: 'help-picture', src: href, alt: text, loading: 'lazy' }]];
      }
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [[ordered ? 'ol' : 'ul', {}, ...items.map((item): GuideNode => ['li', {}, ...textOf(item.tokens)])]];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): GuideNode => [
          'tr',
          {},
          ...cells.map(({ tokens }): GuideNode => [tag, tag === 'th' ? { scope: 'col' } : {}, ...textOf(tokens)]),
        ];
        const body = rows.map((cells) => row(cells, 'td'));
        return [['table', { className: 'help-table' }, ['thead', {}, row(header, 'th')], ['tbody', {}, ...body]]];
      }
      default:
        throw new TypeError(`The user guide holds ${token.type}, which its page cannot show: ${token.raw}`);
    }
  });
}

const id = 'virtual:user-guide';

/** Provides the user guide as data to the Help page. Its images become files of the build. */
export function userGuide(root: string): Plugin {
  const file = path.join(root, 'docs', 'user-guide.md');
  return {
    name: 'ferry:user-guide',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      this.addWatchFile(file);
      const elements = readGuide(readFileSync(file, 'utf8'));
      const pictures = elements.flatMap(([tag, { src }]) => (tag === 'img' ? [String(src)] : []));
      const imports = pictures.map((src, index) => {
        const sourcePath = JSON.stringify(path.join(path.dirname(file), src));
        return `import picture${index} from ${sourcePath};`;
      });
      const addresses = pictures.map((src, index) => `${JSON.stringify(src)}: picture${index}`);
      return [
        ...imports,
        `const pictures = { ${addresses.join(', ')} };`,
        `export const guide = ${JSON.stringify(elements)}.map((element) =>`,
        `  element[0] === 'img' ? ['img', { ...element[1], src: pictures[element[1].src] }] : element);`,
      ].join('\n');
    },
  };
}
