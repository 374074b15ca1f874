import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newRequestId } from './request-id.ts';
import { errorBody, type ErrorShape, Refusal } from './refusal.ts';
import { isUnavailable } from '../store/base/unavailable.ts';

const sentences: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than 64 KiB.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON. Send Content-Type: application/json.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send a JSON object.',
  FST_ERR_CTP_INVALID_JSON_BODY: "The body isn't valid JSON.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body length doesn't match Content-Length.",
};

/** Adds the name of the invalid value to a validation message. Ferry's schema messages already contain the name. */
const validationMessage = ({ validation, validationContext }: FastifyError): string => {
  const first = validation?.[0];
  const message = first?.message ?? "The request isn't valid.";
  const name = first?.instancePath.split('/').filter(Boolean).join('.');
  if (message.endsWith('.') && (!name || message.includes(name.split('.').at(-1) ?? name))) return message;
  const subject = name || (validationContext === 'body' ? 'The body' : 'The request');
  return `${subject} isn't valid: ${message.replace(/^Invalid input: /, '').replace(/\.$/, '')}.`;
};

const toRefusal = (error: FastifyError): Refusal => {
  if (error.validation !== undefined)
    return new Refusal(400, validationMessage(error), {}, error.validationContext === 'body');
  if (isUnavailable(error))
    return new Refusal(503, "The service can't reach its data. Try again in 1 s.", { 'retry-after': '1' });
  const status = error.statusCode ?? 500;
  if (status < 400 || status > 499) return new Refusal(500, 'The service failed. Try again later.');
  const bodyAtFault = error.code?.startsWith('FST_ERR_CTP_') && status === 400;
  return new Refusal(status, sentences[error.code] ?? "The service couldn't read the request.", {}, bodyAtFault);
};

export const sendRefusal = (reply: FastifyReply, shape: ErrorShape, refusal: Refusal): FastifyReply =>
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(shape, refusal.status, refusal.message, refusal.bodyAtFault));

type ReportFailure = (error: Error, message: string, details: { readonly requestId: string }) => void;

/** Converts every failure to the Error body. Logs internal errors and never sends them to the client. */
export const answerErrors = (app: FastifyInstance, shape: ErrorShape, report?: ReportFailure): void => {
  const warn: ReportFailure = (error, message, details) => app.log.warn({ error: error.message, ...details }, message);
  app.setErrorHandler((error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof Refusal) return sendRefusal(reply, shape, error);
    const refusal = toRefusal(error);
    if (refusal.status === 503) (report ?? warn)(error, "the store doesn't respond", { requestId: request.id });
    if (refusal.status === 500) {
      request.log.error(
        { error: error.message, stack: error.stack, route: request.routeOptions.url, requestId: request.id },
        'request failed',
      );
    }
    return sendRefusal(reply, shape, refusal);
  });
};

const leadsTo = (route: string, path: string): boolean => {
  const [parts, pathParts] = [route.split('/'), path.split('/')];
  const hasWildcard = parts.at(-1) === '*';
  if (hasWildcard ? pathParts.length < parts.length : pathParts.length !== parts.length) return false;
  return parts.every(
    (part, index) => part === '*' || (part.startsWith(':') ? pathParts[index] !== '' : part === pathParts[index]),
  );
};

const refuseMethod = (method: string, allow: string): Refusal =>
  new Refusal(405, `This path doesn't support ${method}. Supported: ${allow}.`, { allow });

/** Also responds with 405, which fastify doesn't support. Call it before routes are added. */
export const answerUnknownRoutes = (app: FastifyInstance): void => {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
    methodsByUrl.set(url, methods);
  });
  // Uses a hook, because the not-found handler would first read the request body.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done();
    const path = request.url.split('?', 1)[0] ?? '';
    const [, allowedMethods] = [...methodsByUrl].find(([route]) => leadsTo(route, path)) ?? [];
    return done(
      allowedMethods === undefined
        ? new Refusal(404, "This path doesn't exist.")
        : refuseMethod(request.method, [...allowedMethods].sort().join(', ')),
    );
  });
};

const answers: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/** Skips connections in `answered`, whose client would match a second response to its next request. */
export const createClientErrorHandler =
  (shape: ErrorShape, answered: WeakSet<Socket>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    if (answered.has(socket)) {
      socket.end();
      return;
    }
    const [status, reason, message] = answers[error.code ?? ''] ?? [
      400,
      'Bad Request',
      "The request isn't valid HTTP.",
    ];
    const body = errorBody(shape, status, message);
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Request-Id: ${newRequestId()}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
