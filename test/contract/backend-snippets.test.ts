import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { backendSnippet } from '../../src-renderer/pages/link-tokens/backend-snippets.ts';

const baseURL = 'https://api.brightwater.example';

test('the Node snippet is a valid module', { tags: '@C16' }, () => {
  const check = ['--check', '--input-type=module', '-'];
  const run = (code: string) => execFileSync(process.execPath, check, { input: code, stdio: 'pipe' });
  expect(() => run(backendSnippet('typescript', baseURL))).not.toThrow();
  expect(() => run('import {')).toThrow(/SyntaxError/);
});

test('the Python snippet is valid Python', { tags: '@C16' }, () => {
  const run = (code: string) =>
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code, stdio: 'pipe' });
  expect(() => run(backendSnippet('python', baseURL))).not.toThrow();
  expect(() => run('def')).toThrow(/SyntaxError/);
});
