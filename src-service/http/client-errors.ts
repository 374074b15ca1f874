import type { Socket } from 'node:net';
import { type ErrorShape, errorBody } from './refusal.ts';

const answers: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers of the request are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/**
 * Answers what is not HTTP, or comes too slowly, with the Error body; the connection ends.
 * @param answered connections whose last request has its reply already, though not all of it was read: a second reply
 * would count as that of the next request
 */
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
      'The request is not valid HTTP.',
    ];
    const body = errorBody(shape, status, message);
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
