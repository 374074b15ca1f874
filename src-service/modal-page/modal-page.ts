import { createHash } from 'node:crypto';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

export interface ModalPageAsset {
  readonly type: string;
  readonly body: string;
}

/** The page of a modal: one document for every modal, and what it loads. The document reads its state from its own address. */
export interface ModalPage {
  readonly html: string;
  /** Shown at the address of a migration that has ended. */
  readonly ended: string;
  /** Shown where there is no modal. */
  readonly unknown: string;
  /** By the name below `/modal-assets/`; the name changes with the content. */
  readonly assets: Readonly<Record<string, ModalPageAsset>>;
}

const named = (name: string, extension: string, body: string): string =>
  `${name}-${createHash('sha256').update(body).digest('hex').slice(0, 12)}.${extension}`;

const scriptName = named('page', 'js', pageScript);
const styleName = named('page', 'css', pageStyle);

const document = (title: string, body: string, script = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="/modal-assets/${styleName}">
${script}</head>
<body>
${body}
</body>
</html>
`;

const notice = (title: string, text: string): string =>
  document(title, `<main><h1 id="title">${title}</h1><p>${text}</p></main>`);

export const modalPage: ModalPage = {
  html: document(
    'Ferry',
    `<header><strong>Ferry</strong><button id="close" type="button">Close</button></header>
<main aria-live="polite"><h1 id="title" tabindex="-1">One moment</h1><p id="text"></p><div id="content"></div></main>`,
    `<script type="module" src="/modal-assets/${scriptName}"></script>\n`,
  ),
  ended: notice('This migration has ended', 'Nothing more can be done here. You can close this window.'),
  unknown: notice(
    'There is nothing here',
    'This address leads to no migration. Open the window again from your application.',
  ),
  assets: {
    [scriptName]: { type: 'text/javascript; charset=utf-8', body: pageScript },
    [styleName]: { type: 'text/css; charset=utf-8', body: pageStyle },
  },
};
