import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import { minify } from 'terser';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = path.join(root, 'src-service/modal-page/page');

/** The generated module that Ferry Service imports. */
export const modalPageAssets = path.join(root, 'src-service/modal-page/page-assets.ts');

/** The page's style sheets in the order in which they stand in the page. */
const sheets = ['tokens', 'frame', 'controls', 'steps', 'progress', 'dialog', 'adapt'];

/** Chromium 108 and what is as old: the oldest browser that the page is written for. */
const targets = { chrome: 108 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) };

const bundleScript = async (): Promise<string> => {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: ['chrome108', 'firefox115', 'safari16.4'],
      minify: false,
      lib: { entry: path.join(source, 'page.ts'), formats: ['es'], fileName: 'page' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = result[0]?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('The build of the modal page gave no script.');
  const compress = { passes: 3, unsafe_arrows: true, pure_getters: true };
  const { code } = await minify(chunk.code, { ecma: 2020, module: true, toplevel: true, compress });
  return code ?? '';
};

/** The text of the generated module: script, style and body of the modal page, minified. */
export const buildModalPage = async (): Promise<string> => {
  const [script, css, html] = await Promise.all([
    bundleScript(),
    Promise.all(sheets.map((name) => readFile(path.join(source, 'styles', `${name}.css`)))),
    readFile(path.join(source, 'page.html'), 'utf8'),
  ]);
  const style = transform({ filename: 'page.css', code: Buffer.concat(css), minify: true, targets }).code.toString();
  const body = html.replaceAll(/>\s*\n\s*</g, '><').trim();
  return `// Written by build/sdk/build-modal-page.ts from the files of page/; a test fails when it is not up to date.
/** Script of the modal page. */
export const pageScript = ${JSON.stringify(script)};
/** Style of the modal page. */
export const pageStyle = ${JSON.stringify(style)};
/** Body of the modal page, with its templates; \`{title}\` and \`{text}\` stand for what is shown before the script runs. */
export const pageBody = ${JSON.stringify(body)};
`;
};

/** Builds the modal page and writes the generated module where that differs. */
const writeModalPage = async (): Promise<void> => {
  const text = await buildModalPage();
  if (text !== (await readFile(modalPageAssets, 'utf8').catch(() => ''))) await writeFile(modalPageAssets, text);
};

if (import.meta.main) await writeModalPage();
