import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import type { ModalCallName } from '#shared/modal-messages/modal-calls.ts';
import { duplicateAnswers } from '#shared/modal-messages/modal-state.ts';
import { refuse } from '../http/refusal.ts';
import { scenarioOfUser } from '../providers/practice/scenarios.ts';
import type { CopySource } from '../providers/mail-ports.ts';
import type { LimitReached, Ticket } from '../limits/limiter.ts';
import type { LoginCredentials, ProviderCompany, SourceProvider } from '../providers/source-provider.ts';
import { withPendingHolder, newCopy } from './copy-state.ts';
import { type Login, newLogin } from '../providers/login.ts';
import { applyEvent, loginOf, type Run } from './run.ts';

interface ActionEffect {
  readonly run: Run;
  /** Set after a login: the caller copies from this account. */
  readonly account?: CopySource | undefined;
  /** Set after a sign-in for a download: the caller reads from this account once, and doesn't keep it. */
  readonly reader?: CopySource | undefined;
  readonly company?: ProviderCompany | undefined;
}

/** Permission to send a login to the source. Call `giveBack` if the password was right or wasn't sent. */
export interface LoginTicket extends Ticket {
  /** Counts the bytes of the source's lists, because reading them costs this service memory and time. */
  countList(bytes: number): Promise<void>;
}

interface ActionInput<Body> {
  readonly run: Run;
  readonly body: Body;
  readonly now: number;
  readonly providers: readonly SourceProvider[];
  readonly countLogin: () => Promise<LoginTicket | LimitReached>;
}

export type Action<Body> = (input: ActionInput<Body>) => ActionEffect | Promise<ActionEffect>;

const refuseState = (text: string): never => refuse(409, text);

const applyOrRefuse = (run: Run, event: MigrationEvent, now: number, text: string): Run =>
  applyEvent(run, event, now) ?? refuseState(text);
const loginExpired = 'The login expired.';

/** Before the copy starts, the end user may choose another company or provider. */
const canLogIn = (status: MigrationStatus): boolean => status === 'NOT_READY' || status === 'NOT_STARTED';

const chooseProvider: Action<{ provider: string }> = ({ run, body, providers }) => {
  const requestedProvider = providers.find(({ name }) => name === body.provider);
  if (requestedProvider === undefined) return refuse(400, "provider must be one of the modal's providers.");
  if (!canLogIn(run.status)) return refuseState("The copy has started, so the provider can't change.");
  const previous = loginOf(run);
  const { userName, failures, successes } = previous;
  const step = requestedProvider.firstStep;
  const login =
    run.provider === body.provider ? { ...previous, step } : { ...newLogin(userName, step), failures, successes };
  return { run: { ...run, provider: body.provider, companyName: null, login } };
};

const chosenProvider = ({ run, providers }: ActionInput<unknown>): SourceProvider | undefined =>
  providers.find(({ name }) => name === run.provider);

const finishLogin = (
  { run: before, now }: ActionInput<unknown>,
  provider: SourceProvider,
  login: Login,
  name?: string,
): ActionEffect => {
  // Collections that an earlier login found must not be copied.
  const { copy: _copy, ...run } = before;
  const userName = login.userName ?? '';
  const scenario = run.scenarioIsFixed ? run.scenario : (scenarioOfUser(userName) ?? run.scenario);
  const finishedLogin = { ...login, step: provider.firstStep };
  const loggedInRun: Run = { ...run, scenario, login: { ...finishedLogin, successes: login.successes + 1 } };
  if (scenario === 'abandons' && run.status === 'NOT_READY')
    return { run: applyOrRefuse({ ...run, scenario, login: finishedLogin }, 'login_given_up', now, loginExpired) };
  const company = provider.company(userName, name);
  // A further login before the copy only changes the company. The status is already right.
  const nextRun =
    run.status === 'NOT_STARTED' ? loggedInRun : applyOrRefuse(loggedInRun, 'logged_in', now, loginExpired);
  return { run: { ...nextRun, companyName: company.name }, company };
};

const withoutCompany = (run: Run, login: Login): ActionEffect => ({ run: { ...run, companyName: null, login } });

/** Keeps the user name of the copied account, because the receipt contains it. */
const withUserNameOf = (run: Run, login: Login): Login => ({ ...login, userName: loginOf(run).userName });

const refuseAccount = (run: Run, login: Login): ActionEffect => ({
  run: { ...run, login: { ...withUserNameOf(run, login), failures: login.failures + 1, trouble: 'other_account' } },
});

const continueLogin = ({ run, now }: ActionInput<unknown>, login: Login, account: CopySource): ActionEffect => {
  if (run.copy === undefined || account.id !== run.copy.account) return refuseAccount(run, login);
  const nextRun = applyOrRefuse(run, 'answered', now, loginExpired);
  const finishedLogin = { ...login, successes: login.successes + 1 };
  return { run: { ...nextRun, login: finishedLogin, copy: withPendingHolder(run.copy, now) }, account };
};

const tryLogIn = async (
  { run, now, countLogin }: ActionInput<unknown>,
  provider: SourceProvider,
  credentials: LoginCredentials,
): ReturnType<SourceProvider['logIn']> => {
  const previous = loginOf(run);
  if (provider.isPractice) return provider.logIn(previous, credentials, now);
  const verdict = await countLogin();
  if (!verdict.isAllowed) {
    const { userName } = credentials;
    const failures = previous.failures + 1;
    const lockedUntil = verdict.endsAt;
    return { login: { ...previous, userName, step: 'password', failures, trouble: 'too_many_tries', lockedUntil } };
  }
  const outcome = await provider.logIn(previous, credentials, now);
  await verdict.countList(outcome.listBytes ?? 0);
  // A slow, incomplete or invalid reply can hide a refused password, so the attempt stays counted.
  if (outcome.found !== undefined || outcome.isUnsent) await verdict.giveBack();
  return outcome;
};

interface LoginBody {
  readonly user_name: string;
  readonly password: string;
  readonly destination?: { readonly user_name: string; readonly password: string } | undefined;
}

const credentialsOf = ({ user_name: userName, password }: LoginBody) => ({ userName, password });

const logInAtProvider: Action<LoginBody> = async (input) => {
  const { run, body } = input;
  if (!canLogIn(run.status) && run.copy?.asks !== 'login')
    return refuseState('The copy has started, so no login is needed.');
  const provider = chosenProvider(input);
  if (provider === undefined) return refuseState('Choose a provider before you log in.');
  const credentials = {
    ...credentialsOf(body),
    atDestination: body.destination && credentialsOf(body.destination),
  };
  const { login, found } = await tryLogIn(input, provider, credentials);
  if (found !== undefined) {
    if (run.copy?.asks === 'login') return continueLogin(input, login, found.account);
    const retry = run.copy?.retryOf === undefined ? undefined : run.copy;
    if (retry !== undefined && found.account.id !== retry.account) return refuseAccount(run, login);
    const effect = finishLogin(input, provider, login);
    const copy = retry ?? newCopy(found.account.id, found.collections);
    return { ...effect, run: { ...effect.run, copy }, account: found.account };
  }
  if (run.copy?.asks === 'login') return { run: { ...run, login: withUserNameOf(run, login) } };
  if (login.trouble === null && login.step === 'password') return finishLogin(input, provider, login);
  return withoutCompany(run, login.trouble === null ? login : { ...login, step: provider.firstStep });
};

/** Checks the password of the account that was copied, for a download after the end. */
export const signInToRead: Action<{ password: string }> = async (input) => {
  const { run, body } = input;
  const provider = chosenProvider(input);
  const { userName } = loginOf(run);
  if (provider?.logInAtSource === undefined || userName === null)
    return refuseState('This service no longer offers the source.');
  const source = { ...provider, logIn: provider.logInAtSource };
  const { login, found } = await tryLogIn(input, source, { userName, password: body.password });
  if (found === undefined) return { run: { ...run, login } };
  const { id } = found.account;
  // With the end user's own account at the destination, the ID also names that account.
  const isSame = run.copy?.account === id || run.copy?.account.startsWith(`${id} to `);
  if (!isSame) return refuseAccount(run, login);
  return { run: { ...run, login: { ...login, successes: login.successes + 1 } }, reader: found.account };
};

/** Logs in through the provider's window. A form from an earlier step has no effect. */
export const logInInWindow: typeof logInAtProvider = (input) =>
  loginOf(input.run).step === 'window' ? logInAtProvider(input) : refuseState('This login has ended.');

const logIn: typeof logInAtProvider = (input) =>
  chosenProvider(input)?.firstStep === 'window'
    ? refuseState('This provider accepts logins only in its own window.')
    : logInAtProvider(input);

const sendCode: Action<{ code: string }> = (input) => {
  const { run, body } = input;
  const previous = loginOf(run);
  const provider = chosenProvider(input);
  if (!canLogIn(run.status) || previous.step !== 'code' || provider?.sendCode === undefined)
    return refuseState('No code is needed.');
  const login = provider.sendCode(previous, body.code);
  return login.trouble === null ? finishLogin(input, provider, login) : withoutCompany(run, login);
};

const chooseCompany: Action<{ company: string }> = (input) => {
  const { run, body } = input;
  const login = loginOf(run);
  const provider = chosenProvider(input);
  if (!canLogIn(run.status) || login.step !== 'company' || provider === undefined)
    return refuseState('No company needs to be chosen.');
  const choices = provider.companies?.(login.userName ?? '') ?? [];
  if (!choices.some(({ name }) => name === body.company)) {
    return refuse(400, 'company must be one of the companies of this login.');
  }
  return finishLogin(input, provider, login, body.company);
};

const startCopy: Action<{ collections?: readonly number[] | undefined }> = ({ run, body, now }) => {
  const tooEarlyOrLate = 'The copy can start only once, after the login.';
  if (run.companyName === null) return refuseState(tooEarlyOrLate);
  const nextRun = applyOrRefuse(run, 'started', now, tooEarlyOrLate);
  if (nextRun.copy === undefined) return { run: nextRun };
  const collections = nextRun.copy.collections.map((collection, index) => ({
    ...collection,
    isChosen: body.collections?.includes(index) ?? true,
  }));
  if (!collections.some(({ isChosen }) => isChosen))
    return refuse(400, 'collections must include at least one offered collection.');
  return { run: { ...nextRun, copy: withPendingHolder({ ...nextRun.copy, collections }, now) } };
};

const noQuestion = 'No question is open.';

const answer: Action<{ option: string }> = ({ run, body, now }) => {
  if (run.copy?.asks === 'login') return refuseState(noQuestion);
  const nextRun = applyOrRefuse(run, 'answered', now, noQuestion);
  const chosenOption = duplicateAnswers.find((option) => option === body.option);
  if (chosenOption === undefined) return refuse(400, "option must be one of the question's answers.");
  return {
    run:
      nextRun.copy === undefined
        ? nextRun
        : { ...nextRun, copy: { ...withPendingHolder(nextRun.copy, now), answer: chosenOption } },
  };
};

/** Closing the modal abandons an unfinished login. A copy after login continues. */
const close: Action<unknown> = ({ run, now }) => ({ run: applyEvent(run, 'login_given_up', now) ?? run });

export const modalActions = {
  chooseProvider,
  logIn,
  sendCode,
  chooseCompany,
  startCopy,
  answer,
  close,
} as const satisfies Partial<Record<ModalCallName, unknown>>;
