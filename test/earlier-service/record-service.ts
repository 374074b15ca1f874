import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { projectRoot } from '#build/launch/base/project-root.ts';

/**
 * Records the service of a commit as the previous version, for upgrade tests: `node
 * test/earlier-service/record-service.ts COMMIT`. The commit's own code goes into `service.mjs.gz`; packages come from
 * this tree.
 */
const [, , commit = ''] = process.argv;
const hash = execFileSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], { encoding: 'utf8' }).trim();
const folder = mkdtempSync(path.join(tmpdir(), 'ferry-earlier-'));
try {
  const parts = ['src-service', 'src-shared', 'package.json', 'tsconfig.json', 'tsconfig.base.json'];
  const archive = execFileSync('git', ['archive', hash, ...parts], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  const outDir = path.join(folder, 'out');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    build: {
      ssr: path.join(folder, 'src-service/cli/main.ts'),
      target: 'node24',
      outDir,
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'service.mjs', codeSplitting: false } },
    },
  });
  const text = execFileSync('cat', [path.join(outDir, 'service.mjs')], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  writeFileSync(
    path.join(import.meta.dirname, 'service.mjs.gz'),
    gzipSync(`// Recorded from ${hash} by record-service.ts.\n${text}`, { level: 9 }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
