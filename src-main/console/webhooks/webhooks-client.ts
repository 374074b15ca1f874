import type { z } from 'zod';
import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { judgeJson, judgeText } from '../api-client/judge-reply.ts';
import { createExtensionClient } from '../api-client/extension-client.ts';
import type { HttpRequest } from '../ports/http-transport.ts';

export type WebhooksClientPorts = Pick<BaseTopics, 'ports' | 'network' | 'profiles'>;

interface WebhooksRequest {
  readonly method: HttpRequest['method'];
  /** The path after `/webhooks/v1/`. */
  readonly path: string;
  readonly body?: unknown;
}

export function createWebhooksClient({ ports, network, profiles }: WebhooksClientPorts) {
  const { clock } = ports;
  const send = createExtensionClient({ ...ports, transport: () => network.transport });
  const withPath = ({ path, ...request }: WebhooksRequest) => ({ ...request, path: `/webhooks/v1/${path}` });
  return {
    ask: async <Schema extends z.ZodType>(
      request: WebhooksRequest,
      schema: Schema,
      signal: AbortSignal,
    ): Promise<Outcome<z.output<Schema>>> => {
      const reply = await andThen(profiles.access(), (access) => send(access, withPath(request), signal, judgeJson));
      if (!reply.ok) return reply;
      const result = schema.safeParse(reply.value.json);
      if (result.success) return succeed(result.data);
      const field = result.error.issues[0]?.path.join('.') ?? '';
      return fail('unreadable_reply', clock.now(), { detail: `${field || 'The response'} isn't in Ferry's format.` });
    },
    tell: (request: WebhooksRequest, signal: AbortSignal) => {
      const reply = andThen(profiles.access(), (access) => send(access, withPath(request), signal, judgeText));
      return mapOutcome(reply, () => ({}));
    },
  };
}

export type WebhooksClient = ReturnType<typeof createWebhooksClient>;
