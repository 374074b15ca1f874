import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { brand } from '#shared/brand.ts';
import { cardWordsIn } from '#service/modal-page/words/languages.ts';
import { projectRoot as root } from '../launch/base/project-root.ts';
import { bundleChunk } from '../vite/bundle-chunk.ts';
import { minifySdk, sdkPackage, sdkTypes } from './sdk-package.ts';

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

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

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
    FERRY_SDK_VERSION: JSON.stringify(version),
    FERRY_CARD_WORDS: JSON.stringify(cardWordsIn('en')),
  };
  const chunk = await bundleChunk(root, options, { define });
  const foreignModules = chunk.moduleIds.filter((id) => !/[\\/]src-(sdk|shared)[\\/]/.test(id));
  if (foreignModules.length > 0)
    throw new Error(`Ferry SDK takes no dependency, but its build pulled in ${foreignModules.join(', ')}.`);
  return minifySdk(chunk.code, format !== 'iife');
};

/** Builds the SDK package: global script, both module formats, types and manifest. */
export const buildSdk = async ({
  baseURL,
  folder = path.join(root, 'dist/sdk'),
}: SdkBuildOptions = {}): Promise<SdkBuild> => {
  if (baseURL !== undefined && !/^https?:\/\/\w/.test(baseURL))
    throw new Error(`--base-url must be an http(s) address, not "${baseURL}".`);
  const [globalScript, esm, cjs, types] = await Promise.all([
    bundle('global.ts', 'iife', undefined),
    bundle('index.ts', 'es', baseURL),
    bundle('index.ts', 'cjs', baseURL),
    sdkTypes(root, brand.sdkGlobal),
  ]);
  const files = {
    'ferry-sdk.js': globalScript,
    'index.mjs': esm,
    'index.cjs': cjs,
    'index.d.ts': types,
    'index.d.cts': types,
    'package.json': `${JSON.stringify(sdkPackage(version), null, 2)}\n`,
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
  return {
    folder,
    globalScript: {
      bytes: Buffer.byteLength(globalScript),
      gzipped: gzipSync(globalScript, { level: 9 }).length,
      integrity: `sha384-${createHash('sha384').update(globalScript).digest('base64')}`,
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
