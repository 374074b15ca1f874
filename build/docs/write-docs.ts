import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { buildSdk } from '#build/sdk/build-sdk.ts';
import { apiDocument, type OpenApi } from '#service/openapi/api-document.ts';
import { documents as apiDocuments, documentText } from '#service/openapi/documents.ts';

const docs = path.join(projectRoot, 'docs');

/** Returns docs/sdk.md with the version and the hash of the global script. build-sdk.test.ts checks both. */
const sdkDocument = async (): Promise<string> => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'ferry-sdk-hash-'));
  const { globalScript } = await buildSdk({ folder: folder.path });
  return readFileSync(path.join(docs, 'sdk.md'), 'utf8')
    .replace(/sdk\/\d+\.\d+\.\d+\//g, `sdk/${product.version}/`)
    .replace(/sha384-[\w+/=]+/, globalScript.integrity);
};

type Writer = () => string | Promise<string>;

/** The generated documents by the name of the command that writes them: `npm run docs:api`. */
const documents: Readonly<Record<string, Readonly<Record<string, Writer>>>> = {
  openapi: Object.fromEntries(
    (Object.keys(apiDocuments) as (keyof typeof apiDocuments)[]).map((name) => [name, () => documentText(name)]),
  ),
  api: { 'api.md': () => apiDocument(apiDocuments['openapi.json']() as unknown as OpenApi) },
  sdk: { 'sdk.md': sdkDocument },
};

// With `--check`, writes nothing and exits with 1 if a file differs.
const options = { check: { type: 'boolean' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
for (const name of positionals) {
  for (const [document, write] of Object.entries(documents[name] ?? {})) {
    const file = path.join(docs, document);
    const text = await write();
    if (!values.check) writeFileSync(file, text);
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
      process.stderr.write(
        `docs/${document} is not what the schemas say: run \`npm run docs:${name}\` and commit it.\n`,
      );
      process.exitCode = 1;
    }
  }
}
