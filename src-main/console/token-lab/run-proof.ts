import type { ProofId } from '#shared/token-proofs.ts';
import { cookie } from './proofs/cookie.ts';
import { cors } from './proofs/cors.ts';
import { errorShapes } from './proofs/error-shapes.ts';
import { accessTokenHour, expiry } from './proofs/expiry.ts';
import { createProofLab, type ProofPorts } from './proofs/proof-lab.ts';
import { Inconclusive, type Proof } from './proofs/proof.ts';
import { revokedKey } from './proofs/revoked-key.ts';
import { eightExchanges, singleUse } from './proofs/single-use.ts';
import { noScheme, wrongKey } from './proofs/wrong-key.ts';

const allProofs: Readonly<Record<ProofId, Proof>> = {
  single_use: singleUse,
  expiry,
  eight_at_once: eightExchanges,
  wrong_key: wrongKey,
  no_scheme: noScheme,
  revoked_key: revokedKey,
  cookie,
  error_shapes: errorShapes,
  cors,
  access_token_hour: accessTokenHour,
};

export async function runProof(ports: ProofPorts): Promise<void> {
  const { run, control, access, signal } = ports;
  const stateResult = await control.state(access, signal);
  const controlled = stateResult.ok && typeof stateResult.value !== 'string' ? stateResult.value : null;
  const lab = createProofLab(ports, controlled);
  const finding = await allProofs[run.proofId](lab).catch((error: unknown) => {
    if (error instanceof Inconclusive) return error.finding;
    throw error;
  });
  await lab.end();
  if (signal.aborted) run.cancel();
  else run.end(finding);
}
