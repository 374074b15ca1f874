import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideBlock, GuideText } from '#shared/user-guide.ts';
import { anchorOf } from '../../src-shared/anchor-of.ts';

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Converts formatted text. Fails the build if the Markdown contains elements that the user guide doesn't support. */
function textOf(tokens: readonly Token[] | undefined): GuideText[] {
  return (tokens ?? []).flatMap((token): GuideText[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? textOf(token.tokens) : [plain(token.raw.replaceAll('\n', ' '))];
      case 'codespan':
        return [{ kind: 'code', text: plain((token as Tokens.Codespan).text) }];
      case 'strong':
        return [{ kind: 'strong', text: plain((token as Tokens.Strong).text) }];
      case 'link': {
        const { href, text } = token as Tokens.Link;
        // The console contains only the user guide, so links to other documents become plain text.
        return href.startsWith('#') ? [{ kind: 'link', text, to: href.slice(1) }] : [text];
      }
      default:
        throw new TypeError(`The user guide holds ${token.type}, which its page cannot show: ${token.raw}`);
    }
  });
}

/** Returns the blocks of a guide written in Markdown. */
export function readGuide(markdown: string): GuideBlock[] {
  return lexer(markdown).flatMap((token): GuideBlock[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading': {
        const { depth, text } = token as Tokens.Heading;
        return [{ kind: 'heading', level: depth, text: plain(text), id: anchorOf(text) }];
      }
      case 'paragraph': {
        const { tokens } = token as Tokens.Paragraph;
        const [first] = tokens;
        if (first?.type !== 'image') return [{ kind: 'paragraph', text: textOf(tokens) }];
        const { href, text } = first as Tokens.Image;
        return [{ kind: 'picture', src: href, alt: text }];
      }
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [{ kind: 'list', ordered, items: items.map((item) => textOf(item.tokens)) }];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[]) => row.map((one) => textOf(one.tokens));
        return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
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
      const blocks = readGuide(readFileSync(file, 'utf8'));
      const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.src] : []));
      const imports = pictures.map((src, index) => {
        const sourcePath = JSON.stringify(path.join(path.dirname(file), src));
        return `import picture${index} from ${sourcePath};`;
      });
      const addresses = pictures.map((src, index) => `${JSON.stringify(src)}: picture${index}`);
      return [
        ...imports,
        `const pictures = { ${addresses.join(', ')} };`,
        `export const guide = ${JSON.stringify(blocks)}.map((block) =>`,
        `  block.kind === 'picture' ? { ...block, src: pictures[block.src] } : block);`,
      ].join('\n');
    },
  };
}
