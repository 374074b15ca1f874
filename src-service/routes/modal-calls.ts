import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ModalCall, type ModalCallName, modalCalls } from '#shared/modal-messages/modal-calls.ts';
import { maxChangedItems, type ModalChanges, type ModalState } from '#shared/modal-messages/modal-state.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { createModalCheck, type ModalCaller } from '../http/callers.ts';
import { WithHeaders } from '../http/mount-operations.ts';
import type { BaseUrl } from '../http/origins.ts';
import { clientOf } from '../http/client-of.ts';
import { organizationSuspended, refuse } from '../http/refusal.ts';
import { type Action, modalActions } from '../migration-engine/modal-actions.ts';
import { advance, newRun } from '../migration-engine/run.ts';
import { receiptReply } from '../reports/write-receipt.ts';
import { reportedRun } from '../reports/reported-run.ts';
import { hashSecret, retryAddress } from '../store/secrets.ts';
import type { NewModal, StoredModal } from '../store/modal-store.ts';
import { loginWindowAddress } from './login-window.ts';
import { copyToRetry, modalPath } from './migration-modal.ts';
import { canRetry, isSessionOver, modalStateReply } from './modal-state-reply.ts';
import { actionRequest, createActionRunner, type ModalRoutesOptions, unknownModal } from './run-action.ts';

type Answer = ModalState | ModalChanges | { url: string } | WithHeaders<Readable>;

export const isCrossOrigin = ({ headers }: FastifyRequest, baseUrl: BaseUrl): boolean => {
  const site = headers['sec-fetch-site'];
  const ownOrigin = new URL(baseUrl.of(headers)).origin;
  return (
    (headers.origin !== undefined && headers.origin !== ownOrigin) || (site !== undefined && site !== 'same-origin')
  );
};

/** The secret path is the credential for one modal. After the migration or session ends, calls can only read. */
export const mountModalCalls = (app: FastifyInstance, options: ModalRoutesOptions): void => {
  const { store, baseUrl, providers: inUse } = options;
  const { clock } = store;
  const { providersOf } = inUse;
  const findModal = createModalCheck(store);
  const runAction = createActionRunner(store, inUse);
  const act = async (
    name: keyof typeof modalActions,
    address: string,
    request: FastifyRequest,
    base: string,
  ): Promise<Answer> => {
    const hash = hashSecret(address);
    const acting = actionRequest(hash, request, name === 'close');
    const outcome = await runAction(modalActions[name] as Action<unknown>, acting, request.body);
    return modalStateReply(outcome, loginWindowAddress(base, hash));
  };

  const retry = async (address: string, base: string, request: FastifyRequest): Promise<Answer> => {
    const oldModal = await store.modals.byAddress(hashSecret(address));
    if (oldModal === undefined) return unknownModal();
    const now = await clock.now(oldModal.organization);
    const newest = (await store.modals.findByAccessToken(oldModal.accessTokenHash)) ?? oldModal;
    const nextAddress = retryAddress(address);
    const isChild = newest.rootId === oldModal.rootId && newest.retries === oldModal.retries + 1;
    if (isChild) return { url: `${base}${modalPath(nextAddress)}` };
    if (newest.migration !== oldModal.migration || !canRetry(oldModal, oldModal.run, now)) {
      return refuse(409, "This modal can't retry the migration.");
    }
    const { organization, accessTokenHash, rootId, userId, origin, metadata, sessionExpires } = oldModal;
    const migrationId = randomUUID();
    const { status, copy: oldCopy } = oldModal.run;
    const retryOf = status === 'FAILED' ? oldCopy?.retryOf : oldModal.migrationId;
    const copy = retryOf === undefined ? undefined : await copyToRetry(store, organization, retryOf, now);
    if (copy !== undefined) await store.copiedItems.register({ organization, migrationId }, now);
    // Only the first copy's provider has the failed items.
    const sourceProviders = copy === undefined ? oldModal.sourceProviders : [oldModal.run.provider ?? ''];
    const retries = oldModal.retries + 1;
    const place = { organization, migrationId, addressHash: hashSecret(nextAddress), accessTokenHash, rootId, retries };
    const { login } = oldModal.run;
    const provider = (await providersOf(organization)).find(({ name }) => name === oldModal.run.provider);
    const beginRun: NewModal['beginRun'] = (scenario) =>
      newRun({ userId, now, sessionExpires, scenario, provider, userName: login?.userName, copy });
    const client = {
      ...clientOf(request.headers),
      ...(origin !== null && { origin }),
      retry: retries,
      ...(retryOf !== undefined && { retry_of: retryOf }),
    };
    const context = { requestId: request.id, client };
    await store.modals.open({ ...place, userId, sourceProviders, origin, metadata, beginRun, context }, now);
    return { url: `${base}${modalPath(nextAddress)}` };
  };

  /** Records the first read, which the page sends after loading. Skipped if a concurrent change comes first. */
  const noteOpened = async ({ migration, version, run }: StoredModal, request: FastifyRequest, now: number) => {
    if (run.opened || run.activity === undefined || hasEnded(run.status)) return;
    const context = { requestId: request.id, client: clientOf(request.headers) };
    await store.runs.save({ migration, version, before: run, run: { ...run, opened: true }, context }, now);
  };

  const readState = async (
    modal: StoredModal,
    address: string,
    base: string,
    request: FastifyRequest,
  ): Promise<Answer> => {
    const now = await clock.now(modal.organization);
    await noteOpened(modal, request, now);
    const run = advance(modal.run, now);
    const providers = await providersOf(modal.organization);
    return modalStateReply({ modal, run, now, providers }, loginWindowAddress(base, hashSecret(address)));
  };

  const nowInSession = async (modal: StoredModal): Promise<number> => {
    const now = await clock.now(modal.organization);
    return isSessionOver(modal, now) ? refuse(410, "This modal's session has ended.") : now;
  };

  const readReceipt = async (modal: StoredModal): Promise<Answer> => {
    const reported = reportedRun(modal.migrationId, modal.run, await nowInSession(modal));
    return reported === undefined ? unknownModal() : receiptReply(store, reported);
  };

  const readChanges = async (modal: StoredModal): Promise<Answer> => {
    await nowInSession(modal);
    const items = await store.copiedItems.inState(modal.migrationId, 'altered', maxChangedItems);
    const names = new Map(modal.run.copy?.collections.map(({ id, name }) => [id, name]));
    return {
      items: items.map(({ collection, changes = [] }) => ({
        collection: names.get(collection) ?? '',
        changes: [...changes],
      })),
    };
  };

  const answer = async (name: ModalCallName, request: FastifyRequest): Promise<Answer> => {
    const { address } = request.params as { address: string };
    const base = baseUrl.of(request.headers);
    if (name === 'readState') return readState((request.caller as ModalCaller).modal, address, base, request);
    if (isCrossOrigin(request, baseUrl)) return refuse(403, "Only this modal's page can do this.");
    if (name === 'readReceipt') return readReceipt((request.caller as ModalCaller).modal);
    if (name === 'readChanges') return readChanges((request.caller as ModalCaller).modal);
    return name === 'retry' ? retry(address, base, request) : act(name, address, request, base);
  };

  for (const [name, call] of Object.entries(modalCalls) as [ModalCallName, ModalCall][]) {
    app.route({
      method: call.method,
      url: `${modalPath(':address')}/${call.path}`,
      schema: { ...(call.body && { body: call.body }), response: { 200: call.reply } },
      onRequest: async (request) => {
        const caller = (await findModal(request)) ?? unknownModal();
        if (caller.modal.isSuspended) organizationSuspended();
        request.caller = caller;
      },
      handler: async (request, reply) => {
        const content = await answer(name, request);
        return content instanceof WithHeaders ? reply.headers(content.headers).send(content.body) : content;
      },
    });
  }
};
