import { countStates, type Verification, type VerificationRun, type VerificationState } from '../base/verification.ts';

const words: Readonly<Record<VerificationState, string>> = {
  held: 'held    ',
  violated: 'VIOLATED',
  skipped: 'skipped ',
  unclear: 'unclear ',
};

export function linesOf({ state, id, title, found, places = [], rule, durationMs }: Verification): string[] {
  const foundText = state === 'held' ? '' : `: ${found}`;
  const detailLines = state === 'violated' || state === 'unclear' ? [...places, `Rule: ${rule}`] : [];
  return [
    `${words[state]}  ${id.padEnd(20)}  ${title}${foundText} (${durationMs} ms)`,
    ...detailLines.map((place) => `            ${place}`),
  ];
}

export function figureOf({ proofs, durationMs }: VerificationRun): string {
  const { held, violated, skipped, unclear } = countStates(proofs);
  const counts = `${held} held, ${violated} violated, ${skipped} skipped, ${unclear} unclear`;
  return `${proofs.length} proofs: ${counts}, in ${(durationMs / 1_000).toFixed(1)} s.`;
}
