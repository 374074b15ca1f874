import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';

/** A file of src-renderer or src-ui, with its path relative to that folder. */
interface StyledFile {
  readonly path: string;
  readonly text: string;
}

/** A selector in a page's style sheet that may match outside its page. */
interface FarSelector {
  readonly path: string;
  readonly selector: string;
}

const pageOfFile = (file: string): string => /^pages\/([^/]+)\//.exec(file)?.[1] ?? 'shared';

/** Returns the class names in markup: in `className` and in properties that pass class names on. */
function classesInMarkup(text: string): string[] {
  const values = text.matchAll(
    /\b\w*class(?:Name|List)?\w*\b[^;{=(:]*[=:(]\s*(\{(?:[^{}]|\{[^{}]*\})*\}|"[^"]*"|'[^']*'|`[^`]*`)/gi,
  );
  const literals = [...values].flatMap(([, value = '']) => value.match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? []);
  return literals.flatMap((literal) => literal.slice(1, -1).split(/[^\w-]+/)).filter((name) => /^[a-z]/.test(name));
}

/** Expands nested rules and returns all selectors. */
function selectorsOf({ path: filename, text }: StyledFile): string[] {
  const { code } = transform({ filename, code: Buffer.from(text), targets: { chrome: 108 << 16 }, minify: true });
  const styleText = code.toString().replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  return [...styleText.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector)
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((list) => list.split(/,(?![^(]*\))/));
}

const classesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].flatMap(([, name]) => name ?? []);

/**
 * Finds selectors in page style sheets that could match on another page. Each selector must contain a class that no
 * markup or style sheet outside its page uses.
 */
export function farSelectors(files: readonly StyledFile[]): FarSelector[] {
  const sheets = files.filter((file) => file.path.endsWith('.css'));
  const selectors = sheets.flatMap((file) => selectorsOf(file).map((selector) => ({ path: file.path, selector })));
  const pagesByClass = new Map<string, Set<string>>();
  const note = (file: string, names: readonly string[]): void => {
    for (const name of names) pagesByClass.set(name, (pagesByClass.get(name) ?? new Set()).add(pageOfFile(file)));
  };
  for (const file of files) if (!file.path.endsWith('.css')) note(file.path, classesInMarkup(file.text));
  for (const { path: file, selector } of selectors) {
    // Only the first class identifies the rule. Later classes may belong to shared components.
    if (pageOfFile(file) === 'shared') note(file, classesOf(selector));
    else note(file, classesOf(selector).slice(0, 1));
  }
  return selectors.filter(({ path: file, selector }) => {
    const page = pageOfFile(file);
    if (page === 'shared') return false;
    return !classesOf(selector).some((name) => [...(pagesByClass.get(name) ?? [])].every((each) => each === page));
  });
}

/** Reads the renderer's files. The design system's files count as shared. */
export function readStyledFiles(root: string): StyledFile[] {
  const folders = ['src-renderer', 'src-ui'].map((folder) => path.join(root, folder));
  return folders.flatMap((folder) =>
    globSync('**/*.{css,tsx,ts}', { cwd: folder })
      .filter((file) => !file.includes('.test.'))
      .map((file) => ({ path: file.split(path.sep).join('/'), text: readFileSync(path.join(folder, file), 'utf8') })),
  );
}
