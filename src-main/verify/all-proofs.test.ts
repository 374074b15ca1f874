import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleOf } from './base/verification.ts';
import { allProofs } from './all-proofs.ts';
import type { Subject } from './contract/subject.ts';

const docs = new URL('../../docs/', import.meta.url);
const readDocs = (name: string): string => readFileSync(new URL(name, docs), 'utf8');

// No proof runs, so the URL needs no server.
const proofs = allProofs({ baseURL: 'http://127.0.0.1', apiKey: '' } as Subject);

test('the samples in docs/verify.md match the proofs', { tags: '@W11' }, () => {
  const text = readDocs('verify.md');
  expect(text).toContain(`\n${proofs.length} proofs: ${proofs.length - 1} held, 1 violated`);
  const challenge = proofs.find(({ id }) => id === 'challenge')!;
  expect(text).toMatch(
    new RegExp(`^VIOLATED  challenge +${challenge.title}: .+\\n.+\\n +Rule: ${ruleOf(challenge)}$`, 'm'),
  );
  const named = [...text.matchAll(/(?:--only |such as `)([a-z_,]+)/g)].flatMap(([, ids = '']) => ids.split(','));
  expect(named).toContain('expiry');
  expect(proofs.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
});

test('the rule of every proof names an existing section of the docs', { tags: '@W11' }, () => {
  const missing = proofs.filter((proof) => {
    const [file = '', anchor] = ruleOf(proof).replace('docs/', '').split('#');
    const sections = [...readDocs(file).matchAll(/^##+ (.+)$/gm)];
    return !sections.some(([, title = '']) => title.toLowerCase().replaceAll(' ', '-') === anchor);
  });
  expect(missing).toEqual([]);
});
