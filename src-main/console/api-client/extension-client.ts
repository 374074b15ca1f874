import { fail, type Outcome } from '#shared/app-error.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { Access } from './api-client.ts';
import type { JudgedReply } from './judge-reply.ts';
import { type SenderPorts, sendToService, type ServiceRequest } from './send-to-service.ts';

interface ExtensionPorts extends Pick<SenderPorts, 'clock' | 'version'> {
  readonly redactor: SenderPorts['sanitizer'];
  readonly transport: () => HttpTransport;
}

export type ExtensionClient = ReturnType<typeof createExtensionClient>;

/** Sends calls outside the API with the profile's key. Retries GET requests and sends all other requests once. */
export const createExtensionClient =
  ({ clock, version, redactor: sanitizer, transport }: ExtensionPorts) =>
  async <Value>(
    access: Access,
    request: ServiceRequest,
    callSignal: AbortSignal,
    judge: JudgedReply<Value>,
  ): Promise<Outcome<Value>> => {
    const ports = { clock, version, sanitizer, transport: transport() };
    const { sent, where } = await sendToService(ports, access, request, callSignal);
    const reply = judge(sent, where, clock.now());
    if (!reply.ok && reply.error.code === 'unauthorized' && !request.isOpen) access.onRefused?.();
    // The signal may be aborted after the whole response has arrived. The next profile must not show that response.
    return access.ended.aborted ? fail('cancelled', clock.now()) : reply;
  };
