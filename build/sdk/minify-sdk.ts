import { minify } from 'terser';

/** Minifies one file of the SDK. Terser yields 1.5 % less than oxc here (gzipped). */
export const minifySdk = async (code: string, isModule: boolean): Promise<string> => {
  const result = await minify(code, {
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
    mangle: { toplevel: true },
  });
  if (result.code === undefined) throw new Error('terser gave no code for the SDK');
  return result.code;
};
