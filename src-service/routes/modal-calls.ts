import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { type ModalCall, type ModalCallName, modalCalls } from '#shared/modal-messages/modal-calls.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { Clock } from '../clock.ts';
import { createModalCheck, type ModalCaller } from '../http/callers.ts';
import { jsonReply } from '../http/mount-operations.ts';
import type { BaseUrl } from '../http/origins.ts';
import { Refusal } from '../http/refusal.ts';
import { type ActionInput, modalActions, type Moved } from '../migration-engine/modal-actions.ts';
import { advance, newRun } from '../migration-engine/run.ts';
import { hashSecret, retryAddress } from '../secrets.ts';
import type { NewModal, StoredModal } from '../store/run-store.ts';
import type { Store } from '../store/store.ts';
import { modalPath } from './migration-modal.ts';
import { canRetry, isSessionOver, modalStateReply, offeredProviders } from './modal-state-reply.ts';

interface ModalCallsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly baseUrl: BaseUrl;
}

type Answer = ModalState | { url: string } | Refusal;

/** A lost race against the engine is tried again; so often nobody loses. */
const mostTries = 5;

const unknownModal = (): Refusal => new Refusal(404, 'There is no modal at this address.');

const fromElsewhere = ({ headers }: FastifyRequest, baseUrl: BaseUrl): boolean => {
  const site = headers['sec-fetch-site'];
  const own = new URL(baseUrl.of(headers)).origin;
  return (headers.origin !== undefined && headers.origin !== own) || (site !== undefined && site !== 'same-origin');
};

/**
 * The calls of the modal page. The address in the path is the credential: it opens this one modal, and after the end
 * of its migration or of its session only the state can still be read.
 */
export const mountModalCalls = (app: FastifyInstance, options: ModalCallsOptions): void => {
  const { store, clock, baseUrl } = options;
  const findModal = createModalCheck(store);
  const act = async (
    name: keyof typeof modalActions,
    hash: Uint8Array,
    body: unknown,
    triesLeft = mostTries,
  ): Promise<Answer> => {
    const modal = await store.modals.byAddress(hash);
    if (modal === undefined) return unknownModal();
    const now = await clock.now(modal.organization);
    const run = advance(modal.run, now);
    if (hasEnded(run.status)) return new Refusal(410, 'This migration has ended.');
    if (isSessionOver(modal, now)) return new Refusal(410, 'The session of this modal is over.');
    const perform = modalActions[name] as (input: ActionInput<unknown>) => Moved | Refusal;
    const moved = perform({ run, body, now, providers: offeredProviders(modal).map((offered) => offered.name) });
    if (moved instanceof Refusal) return moved;
    const { migration, version } = modal;
    const saved = await store.runs.save({ migration, version, run: moved.run, company: moved.company }, now);
    if (saved) return modalStateReply(modal, moved.run, now, moved.loginError);
    return triesLeft > 1
      ? act(name, hash, body, triesLeft - 1)
      : new Refusal(409, 'The migration changed in the meantime; try again.');
  };

  const retry = async (address: string, base: string): Promise<Answer> => {
    const old = await store.modals.byAddress(hashSecret(address));
    if (old === undefined) return unknownModal();
    const now = await clock.now(old.organization);
    const newest = (await store.modals.ofAccessToken(old.accessTokenHash)) ?? old;
    const next = retryAddress(address);
    const isChild = newest.rootId === old.rootId && newest.retries === old.retries + 1;
    if (isChild) return { url: `${base}${modalPath(next)}` };
    if (newest.migration !== old.migration || !canRetry(old, old.run, now)) {
      return new Refusal(409, 'This migration cannot be tried again from here.');
    }
    const { organization, accessTokenHash, rootId, userId, sourceProviders, origin, sessionExpires } = old;
    const migrationId = randomUUID();
    const retries = old.retries + 1;
    const place = { organization, migrationId, addressHash: hashSecret(next), accessTokenHash, rootId, retries };
    const beginRun: NewModal['beginRun'] = (scenario) => newRun({ userId, now, sessionExpires, scenario });
    await store.modals.open({ ...place, userId, sourceProviders, origin, beginRun }, now);
    return { url: `${base}${modalPath(next)}` };
  };

  const readState = async (modal: StoredModal): Promise<Answer> => {
    const now = await clock.now(modal.organization);
    return modalStateReply(modal, advance(modal.run, now), now);
  };

  const answer = async (name: ModalCallName, request: FastifyRequest): Promise<Answer> => {
    if (name === 'readState') return readState((request.caller as ModalCaller).modal);
    if (fromElsewhere(request, baseUrl)) return new Refusal(403, 'Only the page of this modal may do this.');
    const { address } = request.params as { address: string };
    return name === 'retry'
      ? retry(address, baseUrl.of(request.headers))
      : act(name, hashSecret(address), request.body);
  };

  for (const [name, call] of Object.entries(modalCalls) as [ModalCallName, ModalCall][]) {
    app.route({
      method: call.method,
      url: `${modalPath(':address')}/${call.path}`,
      schema: { ...(call.body && { body: call.body }), response: { 200: jsonReply(call.reply) } },
      onRequest: async (request, reply) => {
        request.caller = await findModal(request);
        return request.caller === null ? reply.refuse(unknownModal()) : undefined;
      },
      handler: async (request, reply) => {
        const result = await answer(name, request);
        return result instanceof Refusal ? reply.refuse(result) : reply.send(result);
      },
    });
  }
};
