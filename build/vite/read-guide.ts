import { type Token, type Tokens, lexer } from 'marked';
import type { GuideBlock, GuideText } from '#shared/user-guide.ts';
import { anchorOf } from '../docs/find-doc-faults.ts';

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Text with its emphasis. What a guide does not use is a mistake in it, and fails the build. */
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
        // The other documents are not in the console.
        return href.startsWith('#') ? [{ kind: 'link', text, to: href.slice(1) }] : [text];
      }
      default:
        throw new TypeError(`The user guide holds ${token.type}, which its page cannot show: ${token.raw}`);
    }
  });
}

/** The blocks of a guide written in Markdown. */
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
