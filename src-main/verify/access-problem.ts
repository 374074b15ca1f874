import { readErrorMessage } from '../console/api-client/judge-reply.ts';
import { requestLimits } from '../console/api-client/limits.ts';
import { sendOnce } from '../console/api-client/send-once.ts';
import type { Clock } from '../console/clock/clock.ts';
import type { Redactor } from '../console/log/redactor.ts';
import type { HttpTransport } from '../console/ports/http-transport.ts';

interface AccessPorts {
  readonly clock: Clock;
  readonly transport: HttpTransport;
  readonly redactor: Redactor;
  readonly baseURL: string;
  readonly apiKey: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Returns why the service can't be verified, or null: it is unreachable or refuses the key. */
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
  // Redirects and server errors are covered by the proofs.
  if (status < 400) return null;
  const message = readErrorMessage(text);
  const output = message === null ? '' : `, ${redactor.text(message)}`;
  return `${baseURL} failed its health check (${status}${output}). Check the URL.`;
}
