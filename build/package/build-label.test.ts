import { expect, test } from 'vitest';
import { labelBuild } from './build-label.ts';

const facts = { version: '1.2.3', testRuntime: false, electron: '45.4.1', passed: ['45.4.0', '45.4.1'] };

test('a release needs a recorded pass on the same Electron that it packs', { tags: '@C19' }, () => {
  expect(labelBuild(facts)).toEqual({ kind: 'release', version: '1.2.3' });
  expect(labelBuild({ ...facts, passed: ['45.4.0'] })).toEqual({ kind: 'preview', version: '1.2.3-preview' });
  expect(labelBuild({ ...facts, electron: null, passed: [] }).kind).toBe('release');
});

test(
  'a build with the test runtime is labelled as a test build, whichever suites passed',
  { tags: ['@C19', '@T39'] },
  () => {
    expect(labelBuild({ ...facts, testRuntime: true })).toEqual({ kind: 'test', version: '1.2.3-test' });
  },
);
