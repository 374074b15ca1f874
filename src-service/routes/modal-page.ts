import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { createModalCheck, type ModalCaller } from '../http/callers.ts';
import { type BaseUrl, canonicalOrigin, isLoopbackOrigin } from '../http/origins.ts';
import { modalPage, type ModalPageAsset } from '../modal-page/modal-page.ts';
import type { Store } from '../store/store.ts';
import { modalPath } from './migration-modal.ts';

/** Any port of loopback: a page of this computer may itself stand in a frame of another one (every ancestor counts). */
const loopbackAncestors = 'http://127.0.0.1:* http://localhost:*';

/** Who may frame a modal (CSP `frame-ancestors`), by the origin that opened it. */
export const frameAncestors = (origin: string | null, serviceIsLoopback: boolean): string => {
  if (origin === null) return "'none'";
  // The store may hold an origin that an earlier version took as it came.
  return serviceIsLoopback && isLoopbackOrigin(origin) ? loopbackAncestors : (canonicalOrigin(origin) ?? "'none'");
};

const policy = (ancestors: string): string =>
  `default-src 'none'; script-src 'self'; style-src ${modalPage.styleSource}; img-src 'self' data:; font-src 'self'; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; " +
  `frame-ancestors ${ancestors}`;

const sendHtml = (reply: FastifyReply, status: number, ancestors: string, html: string): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', policy(ancestors))
    .header('content-type', 'text/html; charset=utf-8')
    .send(html);

const sendAsset = (reply: FastifyReply, { type, body }: ModalPageAsset): FastifyReply =>
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('content-type', type).send(body);

/** The page of a modal at its own address, and the files that the page loads. */
export const mountModalPage = (app: FastifyInstance, store: Store, baseUrl: BaseUrl): void => {
  const findModal = createModalCheck(store);
  app.get(
    modalPath(':address'),
    {
      onRequest: async (request, reply) => {
        request.caller = await findModal(request);
        return request.caller === null ? sendHtml(reply, 404, "'none'", modalPage.unknown) : undefined;
      },
    },
    async (request, reply) => {
      const { modal } = request.caller as ModalCaller;
      const ancestors = frameAncestors(modal.origin, baseUrl.isLoopback);
      return hasEnded(modal.run.status)
        ? sendHtml(reply, 410, ancestors, modalPage.ended)
        : sendHtml(reply, 200, ancestors, modalPage.html);
    },
  );
  for (const [name, asset] of Object.entries(modalPage.assets)) {
    app.get(`/modal-assets/${name}`, (_request, reply) => sendAsset(reply, asset));
  }
};
