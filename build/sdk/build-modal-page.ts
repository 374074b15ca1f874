import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'lightningcss';
import { minify } from 'terser';
import { projectRoot as root } from '../launch/base/project-root.ts';
import { bundleChunk } from '../vite/bundle-chunk.ts';

const source = path.join(root, 'src-service/modal-page/page');
const openPage = path.join(root, 'src-service/open-page/page');

/** The page's style sheets in order. */
const sheets = ['tokens', 'frame', 'controls', 'steps', 'progress', 'dialog', 'mirrored', 'adapt'];

/** The oldest browsers that the page supports. */
const targets = { chrome: 108 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) };

/** The Latin subset of Inter. Other scripts use system fonts. */
const font = path.join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const fontRange =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215';

const bundleScript = async (name: 'page' | 'copy-steps' | 'open-link', folder = source): Promise<string> => {
  const chunk = await bundleChunk(root, {
    target: ['chrome108', 'firefox115', 'safari16.4'],
    minify: false,
    lib: { entry: path.join(folder, `${name}.ts`), formats: ['es'], fileName: name },
  });
  // Inlines only simple functions. Inlining more adds bytes after gzip.
  const compress = {
    passes: 5,
    inline: 1,
    unsafe_arrows: true,
    unsafe: true,
    unsafe_methods: true,
    pure_getters: true,
  };
  const { code } = await minify(chunk.code, { ecma: 2020, module: true, toplevel: true, compress });
  return code ?? '';
};

/** Returns the generated module: scripts, style and body of the modal page, minified. */
const buildModalPage = async (): Promise<string> => {
  const [script, stepsScript, openScript, letters, css, html] = await Promise.all([
    bundleScript('page'),
    bundleScript('copy-steps'),
    bundleScript('open-link', openPage),
    readFile(font),
    Promise.all(sheets.map((name) => readFile(path.join(source, 'styles', `${name}.css`)))),
    readFile(path.join(source, 'page.html'), 'utf8'),
  ]);
  const fontName = `inter-${hash('sha256', letters).slice(0, 12)}.woff2`;
  const face = `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(/modal-assets/${fontName}) format('woff2');unicode-range:${fontRange}}`;
  const code = Buffer.concat([Buffer.from(face), ...css]);
  const style = transform({ filename: 'page.css', code, minify: true, targets }).code.toString();
  const body = html.replaceAll(/>\s*\n\s*</g, '><').trim();
  return `// Built from the files of page/ by build/sdk/build-modal-page.ts.
/** Script of the modal page. */
export const pageScript = ${JSON.stringify(script)};
/** Script of the later steps, which the page loads after the first one is visible. */
export const stepsScript = ${JSON.stringify(stepsScript)};
/** Script of the page that opens a link in the console. */
export const openScript = ${JSON.stringify(openScript)};
/** Style of the modal page. */
export const pageStyle = ${JSON.stringify(style)};
/** Font of the modal page: name and content in base64. A separate file, so that browsers cache it. */
export const pageFont = { name: ${JSON.stringify(fontName)}, base64: ${JSON.stringify(letters.toString('base64'))} };
/** Body of the modal page, with its templates; \`{title}\` and \`{text}\` are replaced with what the page shows before the script runs. */
export const pageBody = ${JSON.stringify(body)};
`;
};

await writeFile(path.join(source, '../page-assets.ts'), await buildModalPage());
