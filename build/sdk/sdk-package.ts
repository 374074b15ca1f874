/** The manifest of the published package: `exports` names every file that `npm pack` takes. */
export const sdkPackage = (version: string) => ({
  name: 'ferry-sdk',
  version,
  description: 'Ferry SDK: lets the users of a web page move their data, in an embedded modal',
  license: 'UNLICENSED',
  type: 'module',
  // The global script sets `Ferry`; the modules do nothing until they are called.
  sideEffects: ['./ferry-sdk.js'],
  main: './index.cjs',
  module: './index.mjs',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.mjs' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
    './ferry-sdk.js': './ferry-sdk.js',
    './package.json': './package.json',
  },
  files: ['index.mjs', 'index.cjs', 'index.d.ts', 'index.d.cts', 'ferry-sdk.js'],
});
