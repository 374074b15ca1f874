import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { buildSdk } from '#build/sdk/build-sdk.ts';
import { writeOrCheck } from './write-or-check.ts';

// `npm run docs:sdk` writes the version and the hash of the global script. build-sdk.test.ts checks both.
const folder = mkdtempSync(path.join(tmpdir(), 'ferry-sdk-hash-'));
const { globalScript } = await buildSdk({ folder });
rmSync(folder, { recursive: true });
const text = readFileSync(path.join(projectRoot, 'docs/sdk.md'), 'utf8')
  .replace(/sdk\/\d+\.\d+\.\d+\//g, `sdk/${product.version}/`)
  .replace(/sha384-[\w+/=]+/, globalScript.integrity);
writeOrCheck({ 'sdk.md': text }, 'npm run docs:sdk');
