import { expect, test } from 'vitest';
import { packagesIn } from './shipped-packages.ts';

test(
  'the license notices include every package whose files are in a bundle, including nested packages',
  { tags: '@C19' },
  () => {
    const found = packagesIn([
      { moduleIds: ['/home/a/ferry/src-main/main.ts', '\0virtual', '/home/a/ferry/node_modules/zod/v4/index.js'] },
      { moduleIds: ['C:\\ferry\\node_modules\\conf\\node_modules\\@x\\ajv\\dist\\ajv.js'] },
      { originalFileNames: ['../node_modules/@fontsource-variable/inter/files/inter.woff2'] },
    ]);
    expect(found).toEqual([
      'node_modules/@fontsource-variable/inter',
      'node_modules/conf/node_modules/@x/ajv',
      'node_modules/zod',
    ]);
  },
);
