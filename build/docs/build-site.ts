import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'marked';
import { pageIndex, sitePage, siteSections } from '#service/docs-site/site-frame.ts';
import { anchorOf } from '#shared/anchor-of.ts';
import { apiDocument, type OpenApi } from '#service/openapi/api-document.ts';
import { documents as apiDocuments } from '#service/openapi/documents.ts';
import { projectRoot } from '../launch/base/project-root.ts';
import { bundleChunk } from '../vite/bundle-chunk.ts';

const docs = path.join(projectRoot, 'docs');
const pageSources = path.join(projectRoot, 'src-service/docs-site/page');
const reference = (name: 'webhooks' | 'activity' | 'reports' | 'erasure') => () =>
  apiDocument(apiDocuments[`openapi-${name}.json`]() as unknown as OpenApi, `openapi-${name}`);
const generated: Readonly<Record<string, () => string>> = {
  'api-webhooks': reference('webhooks'),
  'api-activity': reference('activity'),
  'api-reports': reference('reports'),
  'api-erasure': reference('erasure'),
  changelog: () => readFileSync(path.join(projectRoot, 'CHANGELOG.md'), 'utf8'),
};
const pages = Object.values(siteSections).flat();

/** Returns a link on the site, or its words alone if the site lacks the linked document. */
const siteLink = (href: string, words: string): string => {
  const [, name = '', anchor = ''] = /([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const page = pages.find((one) => one.name === name.toLowerCase());
  if (page) return `<a href="./${page.name}.html${anchor}">${words}</a>`;
  if (/^openapi[\w-]*\.json$/.test(href)) return `<a href="/${href}">${words}</a>`;
  return /^(?:https?:|#)/.test(href) ? `<a href="${href}">${words}</a>` : words;
};

const toHtml = (markdown: string): string =>
  parse(markdown, { async: false })
    .replaceAll(/<(h\d)>(.*?)<\/h\d>/g, (_all, tag: string, words: string) => {
      const id = anchorOf(words.replaceAll(/<[^>]+>|&\w+;/g, ''));
      return `<${tag} id="${id}">${words}</${tag}>`;
    })
    .replaceAll(/<a href="([^"]+)">(.*?)<\/a>/gs, (_all, href: string, words: string) => siteLink(href, words))
    .replaceAll(/<input[^>]*>/g, '☐')
    .replaceAll('<img src="', '<img src="./')
    // Wide tables and code scroll, so the keyboard must reach them.
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');

/** Builds the documentation site: each document as HTML and Markdown, the search index and `llms.txt`. */
export const buildSite = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const documents = pages.map(({ title, name }) => {
    const text = generated[name]?.() ?? readFileSync(path.join(docs, `${name}.md`), 'utf8');
    return { title, name, text };
  });
  for (const document of documents) {
    const html = sitePage(document, toHtml(document.text));
    write(`${document.name}.md`, document.text);
    write(`${document.name}.html`, html);
    if (document === documents[0]) write('index.html', html);
    for (const [, picture = ''] of html.matchAll(/<img src="([^"]+)"/g))
      cpSync(path.join(docs, picture), path.join(folder, picture));
  }
  write('llms.txt', pageIndex());
  write('search.json', JSON.stringify(documents));
  cpSync(path.join(pageSources, 'site.css'), path.join(folder, 'site.css'));
  const lib = { entry: path.join(pageSources, 'site.ts'), formats: ['iife' as const], name: 'site' };
  write('site.js', (await bundleChunk(projectRoot, { target: 'chrome108', lib })).code);
};

if (import.meta.main) await buildSite(path.join(projectRoot, 'dist/docs'));
