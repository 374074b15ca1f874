import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { readGuide } from './read-guide.ts';

const id = 'virtual:user-guide';

/** Gives the Help page the user guide as data, with its pictures as files of the build. */
export function userGuide(root: string): Plugin {
  const file = path.join(root, 'docs', 'user-guide.md');
  return {
    name: 'ferry:user-guide',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      this.addWatchFile(file);
      const blocks = readGuide(readFileSync(file, 'utf8'));
      const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.src] : []));
      const imports = pictures.map((src, index) => {
        const from = JSON.stringify(path.join(path.dirname(file), src));
        return `import picture${index} from ${from};`;
      });
      const addresses = pictures.map((src, index) => `${JSON.stringify(src)}: picture${index}`);
      return [
        ...imports,
        `const pictures = { ${addresses.join(', ')} };`,
        `export const guide = ${JSON.stringify(blocks)}.map((block) =>`,
        `  block.kind === 'picture' ? { ...block, src: pictures[block.src] } : block);`,
      ].join('\n');
    },
  };
}
