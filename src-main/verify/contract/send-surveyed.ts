import type { Operation } from '#shared/migration-api/operations.ts';
import { featuresPath, serviceFeaturesSchema } from '#shared/service-features.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import { buildRequest } from '../../console/api-client/build-request.ts';
import { requestLimits } from '../../console/api-client/limits.ts';
import { sendOnce } from '../../console/api-client/send-once.ts';
import type { ConsolePorts } from '../../console/ports/console-ports.ts';
import type { HttpRequest } from '../../console/ports/http-transport.ts';

export interface SurveyRequest {
  readonly operation: Operation;
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly authorization: string | null;
  /** Name of the credential. Omitted for the API key. */
  readonly credential?: string;
  readonly body?: unknown;
  readonly origin?: string;
  /** Null if unspecified. `absence` is 404, the only refusal status that is specified. */
  readonly expects: 'success' | 'refusal' | 'absence' | null;
  /** Requested list page. If `size` is null, the service chooses the size. */
  readonly page?: { readonly number: number; readonly size: number | null };
}

export interface SurveyedCall extends SurveyRequest {
  readonly status: number | null;
  readonly failure: string;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
  readonly hasKey: boolean;
}

/** Sends one call of the contract, without retries. Never rejects. */
export type SendSurveyed = (request: SurveyRequest) => Promise<SurveyedCall>;

export const sendOperation = (
  send: SendSurveyed,
  operation: SurveyRequest['operation'],
  request: Omit<SurveyRequest, 'operation' | 'method' | 'path'> & Partial<SurveyRequest>,
) => send({ operation, method: operation.method, path: operation.path, ...request });

export interface SurveySenderPorts extends Pick<ConsolePorts, 'clock' | 'transport' | 'redactor' | 'version'> {
  readonly baseURL: string;
  readonly signal: AbortSignal;
}

const preflightHeaders = ({ method }: Operation) => ({
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': 'authorization',
});

/** Creates a sender that removes the key from responses and records whether a response contained it. */
export const createSurveySender =
  ({ clock, transport, redactor, baseURL, version, signal }: SurveySenderPorts): SendSurveyed =>
  async (surveyed) => {
    const { operation, method, path, authorization, body, origin } = surveyed;
    let hasKey = false;
    const sanitizer = {
      text: redactor.text,
      withoutKeys: (text: string): string => {
        const clean = redactor.withoutKeys(text);
        hasKey ||= clean !== text;
        return clean;
      },
    };
    const headers = {
      'User-Agent': `ferry-verify/${version}`,
      ...(origin === undefined ? {} : { Origin: origin }),
      ...(method === 'OPTIONS' && preflightHeaders(operation)),
    };
    const request = buildRequest({ method, url: baseURL + path, version, authorization, body, headers });
    const attempt = await sendOnce(transport, request, { clock, limits: requestLimits, signal, sanitizer });
    const text = attempt.ok ? attempt.reply.text : '';
    const result = readJson(text);
    return {
      ...surveyed,
      status: attempt.ok ? attempt.reply.status : null,
      failure: attempt.ok ? '' : attempt.detail,
      headers: attempt.ok ? attempt.reply.headers : new Headers(),
      text,
      json: result.ok ? result.json : undefined,
      hasKey,
    };
  };

/** No rule checks this response, because the contract doesn't define its path. */
export async function hasWebhooks(send: SendSurveyed): Promise<boolean> {
  const features = await sendOperation(send, listEvents, { path: featuresPath, authorization: null, expects: null });
  const message = features.status === 200 ? serviceFeaturesSchema.safeParse(features.json) : null;
  return message?.success === true && message.data.webhooks === true;
}
