import type { HtmlTagDescriptor, Plugin } from 'vite';

/** A chunk of a build, with the styles that come with it. */
interface BuiltChunk {
  readonly type: string;
  readonly name?: string | undefined;
  readonly fileName: string;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/**
 * Preloads the files of the page's first view, by the names of the chunks: the first script would
 * ask for comes a whole script later. The styles of `shown` are those of the first look.
 */
export const firstPage = (shown: string, later: readonly string[]): Plugin => ({
  name: 'ferry:first-page',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle) as readonly BuiltChunk[];
      return [shown, ...later].flatMap((wanted) => {
        const chunk = chunks.find(({ type, name }) => type === 'chunk' && name === wanted);
        if (!chunk) return [];
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((css) => ({
          crossorigin: '',
          href: `./${css}`,
        }));
        return [
          ...styles.map((style) =>
            link(wanted === shown ? { rel: 'stylesheet', ...style } : { rel: 'preload', as: 'style', ...style }),
          ),
          link({ rel: 'modulepreload', crossorigin: '', href: `./${chunk.fileName}` }),
        ];
      });
    },
  },
});
