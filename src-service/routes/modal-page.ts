import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { createModalCheck, type ModalCaller } from '../http/callers.ts';
import { type BaseUrl, canonicalOrigin, isLoopbackHost, isLoopbackOrigin } from '../http/origins.ts';
import { refuse } from '../http/refusal.ts';
import { logoPath } from '../modal-page/brand-style.ts';
import { languageFor } from '../modal-page/words/languages.ts';
import { modalPageAssets, modalPageIn, pageStyleSources, type ModalPageAsset } from '../modal-page/modal-page.ts';
import { isLogoName, type ShownBrand } from '../store/brand-store.ts';
import type { Store } from '../store/store.ts';
import { modalPath } from './migration-modal.ts';

/** Page that a hosted link opens. The link's secret is in the fragment. */
export const startPath = '/start';

/** Every loopback port, because one local page may frame another, and the browser checks every ancestor. */
const loopbackAncestors = 'http://127.0.0.1:* http://localhost:*';

/** Returns the origins that may frame a modal (CSP `frame-ancestors`), based on the origin that opened the modal. */
export const frameAncestors = (origin: string | null, isCalledAtLoopback: boolean): string => {
  if (origin === null) return "'none'";
  // An earlier version may have stored an origin without normalizing it.
  return isCalledAtLoopback && isLoopbackOrigin(origin) ? loopbackAncestors : (canonicalOrigin(origin) ?? "'none'");
};

const policy = (ancestors: string, brand?: ShownBrand): string =>
  `default-src 'none'; script-src 'self'; style-src ${pageStyleSources(brand)}; img-src 'self' data:; font-src 'self'; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; " +
  `frame-ancestors ${ancestors}`;

interface SentPage {
  readonly status: number;
  readonly ancestors: string;
  readonly html: string;
  readonly brand?: ShownBrand | undefined;
}

const sendHtml = (reply: FastifyReply, { status, ancestors, html, brand }: SentPage): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', policy(ancestors, brand))
    .header('content-type', 'text/html; charset=utf-8')
    .header('vary', 'Accept-Language, Sec-Fetch-Dest')
    .send(html);

const pageFor = ({ query, headers }: FastifyRequest, isLink?: boolean) =>
  modalPageIn(languageFor((query as { locale?: unknown }).locale, headers['accept-language']), isLink);

export const sendUnknownPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendHtml(reply, { status: 404, ancestors: "'none'", html: pageFor(request).unknown });

/** Shows a page in a browser at unknown URLs below a modal's URL. Call it before `answerUnknownRoutes`. */
export const showUnknownPages = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const isBrowser = request.method === 'GET' && request.headers.accept?.includes('text/html');
    const isUnknown = request.is404 && request.url.startsWith(modalPath(''));
    return isBrowser && isUnknown ? sendUnknownPage(request, reply) : undefined;
  });
};

const sendAsset = (reply: FastifyReply, { type, body }: ModalPageAsset): FastifyReply =>
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('content-type', type).send(body);

export const mountModalPage = (app: FastifyInstance, store: Store, baseUrl: BaseUrl): void => {
  const findModal = createModalCheck(store);
  app.get(
    modalPath(':address'),
    {
      onRequest: async (request, reply) => {
        request.caller = await findModal(request);
        return request.caller === null ? sendUnknownPage(request, reply) : undefined;
      },
    },
    async (request, reply) => {
      const { modal } = request.caller as ModalCaller;
      const { hostname, origin } = new URL(baseUrl.of(request.headers));
      // Local pages use a loopback name, even if the service listens on all addresses.
      const isCalledHere = baseUrl.fixed === undefined && isLoopbackHost(hostname);
      const ancestors = frameAncestors(modal.origin, baseUrl.isLoopback || isCalledHere);
      // The page of a hosted link, which is on the service's own origin, opened this modal and isn't in a frame.
      const page = pageFor(request, modal.origin === origin && request.headers['sec-fetch-dest'] !== 'iframe');
      const brand = await store.brands.of(modal.organization);
      const [status, write] = hasEnded(modal.run.status) ? [410, page.ended] : [200, page.html];
      return sendHtml(reply, { status, ancestors, brand, html: write(modal.reference ?? modal.migrationId, brand) });
    },
  );
  app.get(startPath, (request, reply) =>
    sendHtml(reply, { status: 200, ancestors: "'none'", html: pageFor(request).html('', undefined) }),
  );
  app.get<{ Params: { name: string } }>(logoPath(':name'), async ({ params }, reply) => {
    const logo = isLogoName(params.name) ? await store.brands.logo(params.name) : undefined;
    if (logo === undefined) return refuse(404, "This logo doesn't exist.");
    return sendAsset(reply, { type: 'image/png', body: Buffer.from(logo) });
  });
  for (const [name, asset] of Object.entries(modalPageAssets)) {
    app.get(`/modal-assets/${name}`, (_request, reply) => sendAsset(reply, asset));
  }
};
