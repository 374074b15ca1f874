import { createHash } from 'node:crypto';
import { pageBody, pageScript, pageStyle } from './page-assets.ts';

export interface ModalPageAsset {
  readonly type: string;
  readonly body: string;
}

/** The page of a modal: one document for every modal, and what it loads. The document reads its state from its own address. */
interface ModalPage {
  readonly html: string;
  /** Shown at the address of a migration that has ended. */
  readonly ended: string;
  /** Shown where there is no modal. */
  readonly unknown: string;
  /** Source expression of the page's one style element, for `style-src` of its policy. */
  readonly styleSource: string;
  /** By the name below `/modal-assets/`; the name changes with the content. */
  readonly assets: Readonly<Record<string, ModalPageAsset>>;
}

const named = (name: string, extension: string, body: string): string =>
  `${name}-${createHash('sha256').update(body).digest('hex').slice(0, 12)}.${extension}`;

const scriptName = named('page', 'js', pageScript);
const script = `<script type="module" src="/modal-assets/${scriptName}"></script>`;

/**
 * The style is in the document, since a file of its own would hold the first paint up for one more request. `title` and
 * `text` stand there until the script has read the state, and where there is no
 * script.
 */
const document = (title: string, text: string, head = script): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ferry</title>
<style>${pageStyle}</style>
${head}
</head>
<body>
${pageBody.replace('{title}', title).replace('{text}', text)}
</body>
</html>
`;

export const modalPage: ModalPage = {
  styleSource: `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  html: document('One moment', ''),
  ended: document('This migration has ended', 'Nothing more can be done here. You can close this window.'),
  unknown: document(
    'There is nothing here',
    'This address leads to no migration. Open the window again from your application.',
    '',
  ),
  assets: {
    [scriptName]: { type: 'text/javascript; charset=utf-8', body: pageScript },
  },
};
