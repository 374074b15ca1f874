import { hash } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { brand } from '#shared/brand.ts';
import { cardWordsIn } from '#service/modal-page/words/languages.ts';
import { product } from '#build/package/product.ts';
import { projectRoot as root } from '../launch/base/project-root.ts';
import { bundlePackage, declarationsOf, minifySdk, packageManifest, writePackage } from './sdk-package.ts';

export interface SdkBuild {
  /** Output folder of the package. */
  readonly folder: string;
  /** Bytes of the global script, uncompressed and gzipped at level 9, and its hash for the attribute `integrity`. */
  readonly globalScript: { readonly bytes: number; readonly gzipped: number; readonly integrity: string };
}

interface SdkBuildOptions {
  /** Default of `baseURL` in the two module formats. */
  readonly baseURL?: string | undefined;
  readonly folder?: string | undefined;
}

const bundle = async (entry: string, format: 'es' | 'cjs' | 'iife', baseURL: string | undefined): Promise<string> => {
  const options = {
    target: 'es2022',
    minify: false,
    cssMinify: 'lightningcss' as const,
    cssTarget: false as const,
    lib: { entry: path.join(root, 'src-sdk', entry), formats: [format], name: brand.sdkGlobal, fileName: 'sdk' },
  };
  const define = {
    FERRY_BASE_URL: baseURL === undefined ? 'undefined' : JSON.stringify(baseURL),
    FERRY_SDK_VERSION: JSON.stringify(product.version),
    FERRY_CARD_WORDS: JSON.stringify(cardWordsIn('en')),
  };
  return minifySdk(await bundlePackage(options, { define }), format !== 'iife');
};

/** Compiles the public types and declares the name of the global object. */
const sdkTypes = async (): Promise<string> => {
  const options = ['--ignoreConfig', '--strict', '--lib', 'es2022,dom', '--target', 'es2022', '--module', 'esnext'];
  const types = await declarationsOf(['src-sdk/public-types.ts', '--types', '', ...options], ['src-sdk/public-types']);
  return `${types}\nexport as namespace ${brand.sdkGlobal};\n`;
};

/** Returns the manifest. `exports` contains every file that `npm pack` includes. */
const sdkManifest = () => {
  const description = 'Ferry SDK: lets the users of a web page move their data, in an embedded modal';
  const manifest = packageManifest('@ferry/sdk', description);
  return {
    ...manifest,
    // Only the global script has a side effect: it sets `Ferry`.
    sideEffects: ['./ferry-sdk.js'],
    exports: { ...manifest.exports, './ferry-sdk.js': './ferry-sdk.js' },
    files: [...manifest.files, 'ferry-sdk.js'],
  };
};

/** Builds the SDK package: global script, both module formats, types and manifest. */
export const buildSdk = async ({
  baseURL,
  folder = path.join(root, 'dist/sdk'),
}: SdkBuildOptions = {}): Promise<SdkBuild> => {
  if (baseURL !== undefined && !/^https?:\/\/\w/.test(baseURL))
    throw new Error(`--base-url must be an http(s) address, not "${baseURL}".`);
  const [globalScript, ...modules] = await Promise.all([
    bundle('global.ts', 'iife', undefined),
    bundle('index.ts', 'es', baseURL),
    bundle('index.ts', 'cjs', baseURL),
    sdkTypes(),
  ]);
  await writePackage(folder, modules, sdkManifest(), { 'ferry-sdk.js': globalScript });
  return {
    folder,
    globalScript: {
      bytes: Buffer.byteLength(globalScript),
      gzipped: gzipSync(globalScript, { level: 9 }).length,
      integrity: `sha384-${hash('sha384', globalScript, 'base64')}`,
    },
  };
};

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { 'base-url': { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) {
      console.log(
        'npm run build:sdk -- [--base-url ADDRESS]\n--base-url  the service that the package calls by default',
      );
      process.exit(0);
    }
    const { folder, globalScript } = await buildSdk({ baseURL: values['base-url'] });
    console.log(
      `${path.relative(root, folder)}: global script ${globalScript.bytes} bytes, ${globalScript.gzipped} gzipped, ${globalScript.integrity}`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
