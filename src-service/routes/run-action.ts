import type { FastifyRequest } from 'fastify';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { BaseUrl } from '../http/origins.ts';
import { clientNetwork } from '../http/rate-limit.ts';
import { organizationSuspended, refuse } from '../http/refusal.ts';
import type { ActivityContext } from '../migration-engine/record-activity.ts';
import type { Action } from '../migration-engine/modal-actions.ts';
import type { CopySource } from '../providers/mail-ports.ts';
import { offeredProviders, type ProvidersOf } from '../providers/offered-providers.ts';
import { saveDueSteps } from '../store/due-steps.ts';
import { loginOf, type Run } from '../migration-engine/run.ts';
import type { SignInOutcome } from '../operations/watches.ts';
import type { StoredModal } from '../store/modal-store.ts';
import type { Store } from '../store/store.ts';
import { startLogin } from './login-budgets.ts';
import { isSessionOver, type ModalSnapshot } from './modal-state-reply.ts';

export interface ProvidersInUse {
  readonly providersOf: ProvidersOf;
  readonly hold: (modal: Pick<StoredModal, 'organization' | 'migrationId'>, account: CopySource) => void;
}

export interface ModalRoutesOptions {
  readonly store: Store;
  readonly baseUrl: BaseUrl;
  readonly providers: ProvidersInUse;
}

const signInOutcome = (before: Run, after: Run): SignInOutcome | undefined => {
  const [loginBefore, loginAfter] = [loginOf(before), loginOf(after)];
  if (loginAfter.successes > loginBefore.successes) return 'succeeded';
  if (loginAfter.failures === loginBefore.failures) return undefined;
  return loginAfter.trouble === 'too_many_tries' ? 'limited' : 'refused';
};

interface ActionRequest {
  /** SHA-256 of the modal's address. */
  readonly hash: Uint8Array;
  readonly network: string;
  readonly context?: ActivityContext | undefined;
  readonly onSignIn?: (outcome: SignInOutcome | undefined) => void;
  /** True for an action that needs a migration that has ended. */
  readonly isAfterEnd?: boolean;
}

export const actionRequest = (hash: Uint8Array, request: FastifyRequest, hasClosed = false): ActionRequest => ({
  hash,
  network: clientNetwork(request),
  context: { requestId: request.id, hasClosed },
  onSignIn: (outcome) => void (request.signIn = outcome),
});

const maxTries = 5;

export const unknownModal = (): never => refuse(404, 'There is no modal with this URL.');

export const createActionRunner = (store: Store, { providersOf, hold }: ProvidersInUse) => {
  const runAction = async <Body>(
    action: Action<Body>,
    acting: ActionRequest,
    body: Body,
    triesLeft = maxTries,
  ): Promise<ModalSnapshot & { readonly reader?: CopySource | undefined }> => {
    const { hash, network, context, onSignIn, isAfterEnd = false } = acting;
    const modal = await store.modals.byAddress(hash);
    if (modal === undefined) return unknownModal();
    if (modal.isSuspended) organizationSuspended();
    const now = await store.clock.now(modal.organization);
    const tryAgain = () =>
      triesLeft > 1
        ? runAction(action, acting, body, triesLeft - 1)
        : refuse(409, 'The migration has changed. Try again.');
    const currentRun = await saveDueSteps(store.runs, modal, now);
    if (currentRun === undefined) return tryAgain();
    const { migration, version, run: before } = currentRun;
    if (hasEnded(before.status) !== isAfterEnd)
      return refuse(410, isAfterEnd ? "This migration hasn't ended." : 'This migration has ended.');
    if (isSessionOver(modal, now)) return refuse(410, "This modal's session has ended.");
    const all = await providersOf(modal.organization);
    const providers = offeredProviders(all, modal.sourceProviders);
    const caller = { organization: modal.organization, session: modal.accessTokenHash, network };
    const countLogin = () => startLogin(store, caller);
    const actionResult = await action({ run: before, body, now, providers, countLogin });
    const { organization, migrationId } = modal;
    if (actionResult.account !== undefined) await store.copiedItems.register({ organization, migrationId }, now);
    const isSaved = await store.runs.save(
      { migration, version, before, run: actionResult.run, company: actionResult.company, context },
      now,
    );
    if (isSaved && actionResult.account !== undefined) hold(modal, actionResult.account);
    if (isSaved) onSignIn?.(signInOutcome(before, actionResult.run));
    return isSaved ? { modal, run: actionResult.run, now, providers: all, reader: actionResult.reader } : tryAgain();
  };
  return runAction;
};
