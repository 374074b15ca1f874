import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorShape, errorBody, Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends a refusal with the Error body. */
    refuse(refusal: Refusal): FastifyReply;
  }
}

/** Sentences for what Fastify itself refuses, by its error code. */
const sentences: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than 64 KiB.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON: send Content-Type: application/json.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; a JSON object is expected.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the length that Content-Length names.',
};

/** A validation message that names what is wrong; the schemas' own sentences do so already. */
const validationMessage = ({ validation, validationContext }: FastifyError): string => {
  const first = validation?.[0];
  const message = first?.message ?? 'The request is not valid.';
  const name = first?.instancePath.split('/').filter(Boolean).join('.');
  if (message.endsWith('.') && (!name || message.includes(name.split('.').at(-1) ?? name))) return message;
  const what = name || (validationContext === 'body' ? 'The body' : 'The request');
  return `${what} is not valid: ${message.replace(/^Invalid input: /, '').replace(/\.$/, '')}.`;
};

const toRefusal = (error: FastifyError): { refusal: Refusal; bodyAtFault: boolean } => {
  if (error.validation !== undefined) {
    return { refusal: new Refusal(400, validationMessage(error)), bodyAtFault: error.validationContext === 'body' };
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status > 499) {
    return {
      refusal: new Refusal(500, 'The service failed to answer this request. Try again later.'),
      bodyAtFault: false,
    };
  }
  return {
    refusal: new Refusal(status, sentences[error.code] ?? 'The request could not be read.'),
    bodyAtFault: error.code?.startsWith('FST_ERR_CTP_') && status === 400,
  };
};

const send = (reply: FastifyReply, shape: ErrorShape, refusal: Refusal, bodyAtFault = false): FastifyReply =>
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(shape, refusal.status, refusal.message, bodyAtFault));

/** Gives every failure the Error body; what went wrong inside goes to the log and never to the client. */
export const answerErrors = (app: FastifyInstance, shape: ErrorShape): void => {
  app.decorateReply('refuse', function refuse(this: FastifyReply, refusal: Refusal) {
    return send(this, shape, refusal);
  });
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { refusal, bodyAtFault } = toRefusal(error);
    if (refusal.status === 500) {
      request.log.error(
        { error: error.message, stack: error.stack, route: request.routeOptions.url },
        'request failed',
      );
    }
    return send(reply, shape, refusal, bodyAtFault);
  });
};
