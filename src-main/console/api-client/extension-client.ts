import { fail, type Outcome } from '#shared/app-error.ts';
import type { Clock } from '../clock/clock.ts';
import type { HttpRequest, HttpTransport } from '../ports/http-transport.ts';
import type { Access } from './api-client.ts';
import type { JudgedReply } from './judge-reply.ts';
import { bearer, requestHeaders } from './request-headers.ts';
import { sendWithRetry } from './send-with-retry.ts';
import type { ReplySanitizer } from './without-keys.ts';

interface ExtensionRequest {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body?: unknown;
  /** True for a public path, which is called without the key. */
  readonly isOpen?: boolean;
}

interface ExtensionPorts {
  readonly clock: Clock;
  readonly version: string;
  readonly redactor: ReplySanitizer;
  readonly transport: () => HttpTransport;
}

export type ExtensionClient = ReturnType<typeof createExtensionClient>;

/** Sends calls outside the API with the profile's key. Retries GET requests and sends all other requests once. */
export const createExtensionClient =
  ({ clock, version, redactor, transport }: ExtensionPorts) =>
  async <Value>(
    access: Access,
    { method, path, body, isOpen = false }: ExtensionRequest,
    callSignal: AbortSignal,
    judge: JudgedReply<Value>,
  ): Promise<Outcome<Value>> => {
    const { baseURL, apiKey, ended, onRefused } = access;
    const url = new URL(baseURL + path);
    const request = {
      method,
      url: url.href,
      headers: requestHeaders({
        version,
        authorization: isOpen ? null : bearer(apiKey),
        hasBody: body !== undefined,
      }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const signal = AbortSignal.any([callSignal, ended]);
    const sendResult = await sendWithRetry(access.transport ?? transport(), request, {
      clock,
      signal,
      sanitizer: redactor,
    });
    const reply = judge(sendResult, { method, path: url.pathname, host: url.host }, clock.now());
    if (!reply.ok && reply.error.code === 'unauthorized' && !isOpen) onRefused?.();
    // The signal may be aborted after the whole response has arrived. The next profile must not show that response.
    return ended.aborted ? fail('cancelled', clock.now()) : reply;
  };
