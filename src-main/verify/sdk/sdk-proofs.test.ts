import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sdkProofs } from './sdk-proofs.ts';

type Ports = Parameters<typeof sdkProofs>[0];

/** Runs the flow with a script in place of a browser. */
async function walkWith(script: string, walkMs: number): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-walk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const labFiles = path.join(folder, 'lab');
  mkdirSync(labFiles);
  for (const name of ['lab-page.js', 'ferry-sdk.js', 'lab-page.css', 'lab-page.html'])
    writeFileSync(path.join(labFiles, name), '');
  const program = path.join(folder, 'browser');
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const ports = {
    env: { FERRY_BROWSER: program },
    labFiles,
    access: { baseURL: 'http://127.0.0.1:9', apiKey: 'key' },
    redactor: { withoutKeys: (text: string) => text },
    signal: new AbortController().signal,
    walkMs,
  } as unknown as Ports;
  const found: string[] = [];
  for (const { run } of sdkProofs(ports)) {
    const finding = await run();
    found.push(`${finding.state}: ${finding.found}`);
  }
  return found;
}

test.skipIf(process.platform === 'win32')(
  'proofs are skipped if the browser opens no page by its deadline',
  { tags: '@W11' },
  async () => {
    const sentence = "skipped: The browser didn't open the page within 0.6 s";
    expect(await walkWith('exec sleep 600', 1_000)).toEqual([sentence, sentence, sentence]);
  },
);

test.skipIf(process.platform === 'win32')(
  'a browser that exits immediately is reported',
  { tags: '@W11' },
  async () => {
    const sentence = 'skipped: The browser exited immediately';
    expect(await walkWith('exit 1', 60_000)).toEqual([sentence, sentence, sentence]);
  },
);
