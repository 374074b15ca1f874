import { operations } from '#shared/migration-api/operations.ts';
import { readErrorMessage } from '../console/api-client/judge-reply.ts';
import { createSurveySender, sendOperation } from './contract/send-surveyed.ts';
import type { Subject } from './contract/subject.ts';

/** Returns why the service can't be verified: it is unreachable or refuses the key. Null if it can be verified. */
export async function accessProblem(subject: Subject): Promise<string | null> {
  const { redactor, baseURL, apiKey } = subject;
  const { status, failure, text } = await sendOperation(createSurveySender(subject), operations.checkHealth, {
    authorization: `Bearer ${apiKey}`,
    expects: null,
  });
  if (status === null) return `Can't reach ${baseURL} (${failure}). Check the URL and that the service is running.`;
  if (status === 401 || status === 403) {
    return `${baseURL} rejects the key (${status}). Check that the key belongs to this service and isn't revoked.`;
  }
  // The proofs report redirects and server errors.
  if (status < 400) return null;
  const message = readErrorMessage(text);
  const output = message === null ? '' : `, ${redactor.text(message)}`;
  return `${baseURL} failed its health check (${status}${output}). Check the URL.`;
}
