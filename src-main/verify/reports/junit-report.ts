import { escapeHtml } from '#shared/escape-html.ts';
import { visibleText } from '#shared/visible-text.ts';
import { countStates, type Verification, type VerificationRun } from '../base/verification.ts';

/** Characters that XML 1.0 forbids even when escaped. `visibleText` doesn't remove them. */
const forbidden = /[\ufffe\uffff]/g;

/** Escapes text for an XML element or attribute. Control and forbidden characters are written as `\u001b`. */
const xml = (text: string): string =>
  escapeHtml(visibleText(text.toWellFormed()).replace(forbidden, (one) => `\\u${one.charCodeAt(0).toString(16)}`));

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const outcome = ({ state, found, places = [], rule }: Verification): string => {
  const message = `message="${xml(found)}"`;
  const text = [...places, `Rule: ${rule}`].map(xml).join('\n');
  if (state === 'violated') return `\n      <failure type="violation" ${message}>${text}</failure>\n    `;
  if (state === 'unclear') return `\n      <error type="unclear" ${message}>${text}</error>\n    `;
  return state === 'skipped' ? `\n      <skipped ${message}/>\n    ` : '';
};

const testcase = (proof: Verification): string =>
  `    <testcase classname="ferry.${proof.group}" name="${xml(`${proof.id}: ${proof.title}`)}" time="${seconds(proof.durationMs)}">${outcome(proof)}</testcase>`;

export function junitReport({ proofs, at, durationMs, baseURL }: VerificationRun): string {
  const { violated, unclear, skipped } = countStates(proofs);
  const counts = `tests="${proofs.length}" failures="${violated}" errors="${unclear}" skipped="${skipped}" time="${seconds(durationMs)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ferry-verify" ${counts}>`,
    `  <testsuite name="ferry-verify" ${counts} timestamp="${xml(at)}" hostname="${xml(new URL(baseURL).host)}">`,
    ...proofs.map(testcase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
