import { proofTexts } from '#shared/token-lab/proofs.ts';
import type { Access } from '../api-client/api-client.ts';
import type { HttpTransport } from '../api-client/http-transport.ts';
import { createProofLab } from './proof-lab.ts';
import type { OpenRun } from './open-run.ts';
import { allProofs } from './proofs/all-proofs.ts';
import { createSecretShelf } from './secret-shelf.ts';
import type { TokenLabPorts } from './token-lab.ts';

export interface ProofToRun extends Pick<TokenLabPorts, 'clock' | 'version' | 'redactor' | 'control' | 'record'> {
  readonly run: OpenRun;
  readonly access: Access;
  readonly transport: HttpTransport;
  readonly signal: AbortSignal;
}

/** Runs one proof to its finding, or to its cancellation. Never rejects. */
export async function runProof({ run, access, transport, signal, ...ports }: ProofToRun): Promise<void> {
  const found = await ports.control.state(access, signal);
  const controlled = found.ok && typeof found.value !== 'string' ? found.value : null;
  const lab = createProofLab({
    ...ports,
    access,
    transport,
    signal,
    controlled,
    shelf: createSecretShelf(ports.redactor),
    border: ports.redactor,
    title: proofTexts[run.proofId].title,
    onCall: run.called,
    onDoing: run.doing,
    onTime: run.time,
  });
  const finding = await allProofs[run.proofId](lab);
  await lab.end();
  if (signal.aborted) run.cancel();
  else run.end(finding);
}
