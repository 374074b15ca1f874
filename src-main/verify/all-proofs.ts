import type { Access } from '../console/api-client/api-client.ts';
import type { Clock } from '../console/clock/clock.ts';
import type { Redactor } from '../console/log/redactor.ts';
import type { HttpTransport } from '../console/ports/http-transport.ts';
import { createServiceControl } from '../console/service-control/service-control.ts';
import type { SecretShelf } from '../console/token-lab/proofs/secret-shelf.ts';
import { contractProofs } from './contract-proofs.ts';
import { createSendSurveyed } from './contract/send-surveyed.ts';
import { sdkProofs } from './sdk/sdk-proofs.ts';
import { tokenProofs } from './token-proofs.ts';
import type { VerifyProof } from './base/verification.ts';
import { webhookProofs } from './webhooks/webhook-proofs.ts';

/** The service that is verified, and what with. */
export interface Subject {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the built page with the SDK. */
  readonly labFiles: string;
  /** Time may pass by waiting. */
  readonly waits: boolean;
  readonly clock: Clock;
  readonly transport: HttpTransport;
  readonly redactor: Redactor;
  readonly shelf: SecretShelf;
  readonly signal: AbortSignal;
  /** For the flow of the SDK in a browser, in ms. */
  readonly walkMs: number;
}

/** Every proof, in the order in which they run: what moves the clock of the service comes last. */
export function allProofs(subject: Subject): VerifyProof[] {
  const { baseURL, apiKey, signal, redactor } = subject;
  const access: Access = {
    profileId: 'verify',
    binding: 'verify',
    baseURL,
    apiKey,
    companiesPageSizeParameter: 'page_size',
    ended: signal,
  };
  const control = createServiceControl({ ...subject, border: redactor, onAnswer: () => undefined });
  const controlled = async () => {
    const found = await control.state(access, signal);
    return found.ok && typeof found.value !== 'string' ? found.value : null;
  };
  const sendUntil = (end: AbortSignal) => createSendSurveyed({ ...subject, signal: end });
  const send = sendUntil(signal);
  return [
    ...contractProofs({ ...subject, send }),
    ...webhookProofs({ ...subject, access, control, controlled, send, sendUntil }),
    ...sdkProofs({ ...subject, access, control, controlled, send }),
    ...tokenProofs({ ...subject, control, controlled, access, record: () => undefined }),
  ];
}
