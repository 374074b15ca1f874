import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#shared/escape-html.ts';
import { createModalCheck, type ModalCaller } from '../http/callers.ts';
import { organizationSuspended, Refusal, refuse } from '../http/refusal.ts';
import { signInToRead } from '../migration-engine/modal-actions.ts';
import { loginOf } from '../migration-engine/run.ts';
import { languageFor, languages } from '../modal-page/words/languages.ts';
import type { ModalWords } from '../modal-page/words/words.ts';
import { hashSecret } from '../store/secrets.ts';
import { onDisconnect } from '../webhooks/event-feed.ts';
import { acceptForms, isFieldValid, notePage, sendPage, tileHtml } from './login-window.ts';
import { modalPath } from './migration-modal.ts';
import { isCrossOrigin } from './modal-calls.ts';
import { sendUnknownPage } from './modal-page.ts';
import { hasFailedItems, isSessionOver } from './modal-state-reply.ts';
import { actionRequest, createActionRunner, type ModalRoutesOptions, unknownModal } from './run-action.ts';

/** Each download keeps an item of up to 10 MiB in memory. */
const maxDownloads = 8;

const refusals: Readonly<Record<string, keyof ModalWords>> = {
  too_many_tries: 'busy',
  too_much: 'too_much_title',
  other_account: 'other_account',
  provider_down: 'provider_down_title',
};

/**
 * Returns a signal that aborts when the download ends: the browser disconnects, takes no byte for `idleMs`, or `maxMs`
 * have passed. The source may take longer than `idleMs` for its next item.
 */
export const limitDownload = (
  request: Pick<FastifyRequest, 'raw'>,
  response: ServerResponse,
  onEnd: () => void,
  { idleMs = 120_000, maxMs = 2 * 3_600_000 } = {},
): AbortSignal => {
  const closing = new AbortController();
  let ignoreDisconnect = (): void => {};
  const end = (): void => {
    if (closing.signal.aborted) return;
    clearTimeout(deadline);
    ignoreDisconnect();
    closing.abort();
    onEnd();
  };
  const cut = (): void => {
    response.destroy();
    // In Node.js 20, a response that waits for an earlier one on its connection emits no `close`.
    end();
  };
  const deadline = setTimeout(cut, maxMs).unref();
  response.once('close', end);
  ignoreDisconnect = onDisconnect(request, cut);
  response.setTimeout(idleMs, () => void (response.writableNeedDrain && cut()));
  return closing.signal;
};

/** Mounts the page on which an end user enters the password of the source and downloads what the copy couldn't copy. */
export const mountFailedItems = (app: FastifyInstance, { store, baseUrl, providers }: ModalRoutesOptions): void => {
  const findModal = createModalCheck(store);
  const runAction = createActionRunner(store, providers);
  /** Sessions with a download on this instance. */
  const running = new Set<string>();

  const wordsFor = ({ query, headers, caller }: FastifyRequest) => {
    const language = languageFor((query as { locale?: unknown }).locale, headers['accept-language']);
    const { run, organizationName } = (caller as ModalCaller).modal;
    const words: ModalWords = languages[language];
    const text = (word: keyof ModalWords): string =>
      (words[word] ?? '')
        .replaceAll('{provider}', () => run.provider ?? '')
        .replaceAll('{organization}', () => organizationName);
    return { language, text };
  };

  const sendForm = async (request: FastifyRequest, reply: FastifyReply, refusal?: keyof ModalWords) => {
    const { language, text } = wordsFor(request);
    const { organization, organizationName, run } = (request.caller as ModalCaller).modal;
    const html = (word: keyof ModalWords): string => escapeHtml(text(word));
    const content = `${tileHtml(organizationName, `<strong>${escapeHtml(organizationName)}</strong>`)}
<h1>${html('page-downloadFailed')}</h1>
<p>${html('failed-text')}</p>
${refusal === undefined ? '' : `<p role="alert">${html(refusal)}</p>`}
<form method="post">
<label>${html('page-email')} <input value="${escapeHtml(loginOf(run).userName ?? '')}" autocomplete="off" readonly></label>
<label>${html('page-password')} <input name="password" type="password" autocomplete="off" maxlength="200" required autofocus></label>
<div class="actions"><button class="primary">${html('page-downloadFailed')}</button></div>
</form>
<small>${html('failed-password')}</small>`;
    return sendPage(reply, refusal === undefined ? 200 : 403, {
      title: text('page-downloadFailed'),
      content,
      language,
      brand: await store.brands.of(organization),
    });
  };

  app.register(async (part) => {
    acceptForms(part);
    part.addHook('onRequest', async (request) => {
      const caller = (await findModal(request)) ?? unknownModal();
      request.caller = caller;
      const { isSuspended, organization, run } = caller.modal;
      if (isSuspended) organizationSuspended();
      if (!hasFailedItems(run)) return unknownModal();
      if (isSessionOver(caller.modal, await store.clock.now(organization)))
        return refuse(410, "This modal's session has ended.");
      return undefined;
    });
    part.setErrorHandler((error, request, reply) => {
      const caller = request.caller as ModalCaller | null;
      // The service's own hooks refuse with other statuses, whose headers a page would lose.
      if (!(error instanceof Refusal) || ![403, 404, 410].includes(error.status)) throw error;
      if (!caller) return sendUnknownPage(request, reply);
      const { language, text } = wordsFor(request);
      const reason = caller.modal.isSuspended ? 'suspended' : 'nothingHere';
      const [title, note] =
        error.status === 410 ? (['tooLong', 'failed-over'] as const) : ([reason, `${reason}Text`] as const);
      return sendPage(reply, error.status, notePage(text(title), text(note), language));
    });
    const url = `${modalPath(':address')}/failed-items`;
    part.get(url, (request, reply) => sendForm(request, reply));
    part.post(url, async (request, reply) => {
      if (isCrossOrigin(request, baseUrl)) return refuse(403, "Only this modal's page can do this.");
      const { password = '' } = (request.body ?? {}) as { readonly password?: string };
      if (!isFieldValid(password)) return sendForm(request, reply, 'login_refused');
      const { modal, hash } = request.caller as ModalCaller;
      const session = Buffer.from(hash).toString('base64url');
      if (running.has(session) || running.size >= maxDownloads) return sendForm(request, reply, 'failed-running');
      running.add(session);
      const signal = limitDownload(request, reply.raw, () => running.delete(session));
      const acting = actionRequest(hashSecret((request.params as { address: string }).address), request);
      const signIn = { ...acting, isAfterEnd: true };
      const { reader: account, run } = await runAction(signInToRead, signIn, { password });
      const { trouble } = loginOf(run);
      if (account === undefined) return sendForm(request, reply, refusals[trouble ?? ''] ?? 'login_refused');
      const { failedItemsFile, maxFailedItems } = await import('../reports/failed-items-file.ts');
      const items = await store.copiedItems.inState(modal.migrationId, 'failed', maxFailedItems + 1);
      const collections = run.copy?.collections ?? [];
      const { text } = wordsFor(request);
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="ferry-failed-items-${modal.migrationId}.zip"`)
        .send(Readable.from(failedItemsFile({ account, items, collections, text, signal })));
    });
  });
};
