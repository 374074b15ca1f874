import { expect, test } from 'vitest';
import { versionComplaint } from '../enter.mjs';
import { findNode } from '../find-node.mjs';
import { sentenceFor } from './install-packages.mjs';

test('each npm error becomes one sentence', { tags: '@F24' }, () => {
  const offline = 'npm error code ENOTFOUND\nnpm error network request to https://r.invalid/x failed\n';
  expect(sentenceFor(offline)).toMatch(
    /^npm packages .+ registry \(ENOTFOUND\)\. Connect .+ run: npm ci --ignore-scripts$/,
  );
  const hash = 'npm error code EINTEGRITY\nnpm error sha512-a integrity checksum failed\nnpm error A complete log of\n';
  expect(sentenceFor(hash)).toBe(
    "npm packages couldn't be installed: sha512-a integrity checksum failed. For npm's full output, run: npm ci --ignore-scripts",
  );
  expect(sentenceFor('')).toContain('npm gave no reason');
});

test('only a version of Node that is too old gets a message', { tags: '@F24' }, () => {
  expect(versionComplaint('16.20.2')).toMatch(/^Ferry needs Node 18 or newer, and this is Node 16\.20\.2\./);
  expect(['18.0.0', '20.20.2', '24.1.0', '100.0.0'].map(versionComplaint)).toEqual([null, null, null, null]);
});

test('the launcher uses the packaged Node 24, else the running Node if it is new enough, else prints a message', () => {
  const running = { platform: 'linux', arch: 'arm64', version: '24.2.0', execPath: '/here/node' };
  expect(findNode('/nowhere', running)).toBe('/here/node');
  expect(() => findNode('/nowhere', { ...running, version: '22.20.0' })).toThrow(
    /^Ferry needs Node 24\. This is Node 22\.20\.0, and Ferry's packages include no Node for linux arm64\. Install Node 24/,
  );
});
