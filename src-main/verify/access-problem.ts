import { readErrorMessage } from '../console/api-client/judge-reply.ts';
import { requestLimits } from '../console/api-client/limits.ts';
import { sendOnce } from '../console/api-client/send-once.ts';
import type { SurveySenderPorts } from './contract/send-surveyed.ts';

interface AccessPorts extends SurveySenderPorts {
  readonly apiKey: string;
}

/** Returns why the service can't be verified: it is unreachable or refuses the key. Null if it can be verified. */
export async function accessProblem(ports: AccessPorts): Promise<string | null> {
  const { clock, transport, redactor, baseURL, apiKey, version, signal } = ports;
  const request = {
    method: 'GET' as const,
    url: `${baseURL}/healthz`,
    headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json', 'User-Agent': `ferry-verify/${version}` },
  };
  const attempt = await sendOnce(transport, request, { clock, limits: requestLimits, signal, sanitizer: redactor });
  if (!attempt.ok) {
    return `Can't reach ${baseURL} (${attempt.detail}). Check the URL and that the service is running.`;
  }
  const { status, text } = attempt.reply;
  if (status === 401 || status === 403) {
    return `${baseURL} rejects the key (${status}). Check that the key belongs to this service and isn't revoked.`;
  }
  // The proofs report redirects and server errors.
  if (status < 400) return null;
  const message = readErrorMessage(text);
  const output = message === null ? '' : `, ${redactor.text(message)}`;
  return `${baseURL} failed its health check (${status}${output}). Check the URL.`;
}
