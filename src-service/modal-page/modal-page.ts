import { createHash } from 'node:crypto';
import { escapeHtml } from '#shared/escape-html.ts';
import type { ShownBrand } from '../store/brand-store.ts';
import { brandStyle, logoPath, styleSource } from './brand-style.ts';
import { type Language, languages } from './words/languages.ts';
import { pageBody, pageFont, pageScript, pageStyle, stepsScript } from './page-assets.ts';
import type { ModalWords } from './words/words.ts';

export interface ModalPageAsset {
  readonly type: string;
  readonly body: string | Buffer;
}

/** The modal page in one language. All modals share this document, which loads a modal's state from the modal's URL. */
interface ModalPage {
  /** Without a reference, this page opens a hosted link. */
  readonly html: (reference: string, brand: ShownBrand | undefined) => string;
  readonly ended: (reference: string, brand: ShownBrand | undefined) => string;
  readonly unknown: string;
}

const assetName = (name: string, extension: string, body: string): string =>
  `${name}-${createHash('sha256').update(body).digest('hex').slice(0, 12)}.${extension}`;

const scriptName = assetName('page', 'js', pageScript);
const stepsName = assetName('steps', 'js', stepsScript);
const script = `<script type="module" src="/modal-assets/${scriptName}"></script>`;

/** Head of the card without a brand. A brand's head replaces this exact string. */
const defaultHead = '<svg class="mark" aria-hidden="true"><use href="#mark" /></svg><strong>Ferry</strong>';

const addBrand = (html: string, brand: ShownBrand): string => {
  const style = brandStyle(brand);
  const styledHtml = style === '' ? html : html.replace('</head>', () => `<style>${style}</style>\n</head>`);
  if (brand.logoName === null) return styledHtml;
  const head = `<img class="mark" alt="" src="${logoPath(brand.logoName)}"><strong>${escapeHtml(brand.name ?? brand.organizationName)}</strong>`;
  return styledHtml.replace(defaultHead, () => head);
};

const isOfPage = ([name]: readonly [string, string]): boolean => name.startsWith('page-');
const isOfScript = ([name]: readonly [string, string]): boolean => !/^(page|card|link|failed)-/.test(name);

/** Returns the strings of a modal that a hosted link opened as a page: `link-leave` replaces `leave`. */
const ofLink = (texts: ModalWords): ModalWords => {
  const own = Object.entries(texts).filter(([name]) => name.startsWith('link-'));
  return { ...texts, ...Object.fromEntries(own.map(([name, word]) => [name.replace('link-', ''), word])) };
};

const pageIn = (language: Language, isLink: boolean): ModalPage => {
  const texts: ModalWords = isLink ? ofLink(languages[language]) : languages[language];
  const words = Object.entries(texts);
  /** The strings are in a data block, so the page's CSP doesn't have to allow inline scripts. */
  const scriptWords = JSON.stringify(Object.fromEntries(words.filter(isOfScript)));
  const body = words.filter(isOfPage).reduce((html, [name, word]) => html.replaceAll(`{${name}}`, word), pageBody);
  /** Inline style, because a separate file would delay the first paint. */
  const documentHtml = (title: string, text: string, hasScript: boolean): string => `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" data-reference="{reference}" data-steps="/modal-assets/${stepsName}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ferry</title>
<link rel="preload" href="/modal-assets/${pageFont.name}" as="font" type="font/woff2" crossorigin>
<style>${pageStyle}</style>
${hasScript ? script : ''}
</head>
<body>
${body.replace('{title}', title).replace('{text}', text)}
<script type="application/json" id="words">${scriptWords.replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
  const documentFor = (title: string, text: string): ModalPage['html'] => {
    const html = documentHtml(title, text, true);
    return (reference, brand) => {
      const ownHtml = html.replaceAll('{reference}', reference);
      return brand === undefined ? ownHtml : addBrand(ownHtml, brand);
    };
  };
  return {
    html: documentFor(texts['page-oneMoment'], ''),
    ended: documentFor(texts['page-ended'], texts['page-endedText']),
    unknown: documentHtml(texts['page-unknown'], texts['page-unknownText'], false).replaceAll('{reference}', ''),
  };
};

const pages = new Map<string, ModalPage>();

export const modalPageIn = (language: Language, isLink = false): ModalPage => {
  const key = `${language} ${isLink}`;
  const page = pages.get(key) ?? pageIn(language, isLink);
  pages.set(key, page);
  return page;
};

const ownStyleSource = styleSource(pageStyle);

export const pageStyleSources = (brand: ShownBrand | undefined): string => {
  const style = brand === undefined ? '' : brandStyle(brand);
  return style === '' ? ownStyleSource : `${ownStyleSource} ${styleSource(style)}`;
};

export const modalPageAssets: Readonly<Record<string, ModalPageAsset>> = {
  [scriptName]: { type: 'text/javascript; charset=utf-8', body: pageScript },
  [stepsName]: { type: 'text/javascript; charset=utf-8', body: stepsScript },
  [pageFont.name]: { type: 'font/woff2', body: Buffer.from(pageFont.base64, 'base64') },
};
