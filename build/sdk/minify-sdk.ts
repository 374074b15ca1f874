import { minify } from 'terser';

/** Properties of the SDK's own objects, which nobody outside sees. */
const internalProperties = /^(started|adopt|dialog|owner)$/;

/**
 * Minifies one file of the SDK. Terser yields 1.5 % less than oxc here (gzipped), and one keyword for all variables
 * compresses better than two: no code of the SDK relies on `const` to throw.
 */
export const minifySdk = async (code: string, isModule: boolean): Promise<string> => {
  const result = await minify(code.replaceAll(/\bconst (?=[\w{[])/g, 'let '), {
    ecma: 2020,
    module: isModule,
    toplevel: true,
    compress: {
      passes: 4,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      keep_fargs: false,
    },
    mangle: { toplevel: true, properties: { regex: internalProperties } },
  });
  if (result.code === undefined) throw new Error('terser gave no code for the SDK');
  return result.code;
};
