import type { HtmlTagDescriptor, Plugin } from 'vite';

interface BuiltChunk {
  readonly type: string;
  readonly name?: string | undefined;
  readonly fileName: string;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/**
 * Preloads the files of the first view, found by chunk name. Otherwise, the browser would request them only after the
 * first script has loaded. The styles of `shown` are for the initial markup.
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
