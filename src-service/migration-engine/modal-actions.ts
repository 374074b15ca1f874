import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { ModalCallName } from '#shared/modal-messages/modal-calls.ts';
import { duplicateAnswers } from '#shared/modal-messages/modal-state.ts';
import { Refusal } from '../http/refusal.ts';
import { type Login, newLogin, tryCode, tryPassword } from './login.ts';
import { applyEvent, loginOf, type Run } from './run.ts';
import { scenarioOfUser } from './scenarios.ts';
import {
  companiesToChoose,
  companyNamed,
  companyOfLogin,
  firstStepAt,
  type ProviderCompany,
} from './source-providers.ts';

/** What an action of the end user makes of a run. */
export interface Moved {
  readonly run: Run;
  readonly company?: ProviderCompany | undefined;
}

export interface ActionInput<Body> {
  readonly run: Run;
  readonly body: Body;
  readonly now: number;
  /** Names of the providers that this modal offers. */
  readonly providers: readonly string[];
}

type Action<Body> = (input: ActionInput<Body>) => Moved | Refusal;

const outOfTurn = (text: string): Refusal => new Refusal(409, text);

/** Until the copy begins the end user may go back, to another company or another provider. */
const canLogIn = (status: MigrationStatus): boolean => status === 'NOT_READY' || status === 'NOT_STARTED';

const chooseProvider: Action<{ provider: string }> = ({ run, body, providers }) => {
  if (!providers.includes(body.provider)) return new Refusal(400, 'provider must be one that this modal offers.');
  if (!canLogIn(run.status)) return outOfTurn('The copy has begun; the provider cannot change any more.');
  const before = loginOf(run);
  const { userName, failures, successes } = before;
  const step = firstStepAt(body.provider);
  const login =
    run.provider === body.provider ? { ...before, step } : { ...newLogin(userName, step), failures, successes };
  return { run: { ...run, provider: body.provider, companyName: null, login } };
};

/** The log-in is done: it has led to a company. */
const finishLogin = (run: Run, login: Login, name: string | undefined, now: number): Moved | Refusal => {
  const provider = run.provider ?? '';
  const userName = login.userName ?? '';
  const scenario = run.scenarioIsFixed ? run.scenario : (scenarioOfUser(userName) ?? run.scenario);
  const done = { ...login, step: firstStepAt(run.provider) };
  const loggedIn: Run = { ...run, scenario, login: { ...done, successes: login.successes + 1 } };
  if (scenario === 'abandons' && run.status === 'NOT_READY') {
    const left = applyEvent({ ...run, scenario, login: done }, 'login_given_up', now);
    return left === undefined ? outOfTurn('The log-in came too late.') : { run: left };
  }
  const company = name === undefined ? companyOfLogin(provider, userName) : companyNamed(provider, name);
  // Who logs in anew before the copy begins has only another company: the status is right already.
  const moved = run.status === 'NOT_STARTED' ? loggedIn : applyEvent(loggedIn, 'logged_in', now);
  if (moved === undefined) return outOfTurn('The log-in came too late.');
  return { run: { ...moved, companyName: company.name }, company };
};

/** The run with a log-in that is not done yet. */
const waiting = (run: Run, login: Login): Moved => ({ run: { ...run, companyName: null, login } });

/** The provider looks at a user name and a password, on whatever page they were typed. */
const logInAtProvider: Action<{ user_name: string; password: string }> = ({ run, body, now }) => {
  if (!canLogIn(run.status)) return outOfTurn('The copy has begun; the log-in is done.');
  if (run.provider === null) return outOfTurn('Choose a provider before the log-in.');
  const login = tryPassword(loginOf(run), body.user_name, body.password, now);
  if (login.trouble === null && login.step === 'password') return finishLogin(run, login, undefined, now);
  return waiting(run, login.trouble === null ? login : { ...login, step: firstStepAt(run.provider) });
};

/** The same in a window of the provider; a form that was opened for an earlier step does nothing. */
export const logInInWindow: typeof logInAtProvider = (input) =>
  loginOf(input.run).step === 'window' ? logInAtProvider(input) : outOfTurn('This log-in is over.');

const logIn: typeof logInAtProvider = (input) =>
  firstStepAt(input.run.provider) === 'window'
    ? outOfTurn('This provider takes log-ins in a window of its own only.')
    : logInAtProvider(input);

const sendCode: Action<{ code: string }> = ({ run, body, now }) => {
  const before = loginOf(run);
  if (!canLogIn(run.status) || before.step !== 'code') return outOfTurn('No code is asked for.');
  const login = tryCode(before, body.code);
  return login.trouble === null ? finishLogin(run, login, undefined, now) : waiting(run, login);
};

const chooseCompany: Action<{ company: string }> = ({ run, body, now }) => {
  const login = loginOf(run);
  if (!canLogIn(run.status) || login.step !== 'company') return outOfTurn('There is no company to choose.');
  const choices = companiesToChoose(run.provider ?? '', login.userName ?? '');
  if (!choices.some(({ name }) => name === body.company)) {
    return new Refusal(400, 'company must be one of those that the log-in opens.');
  }
  return finishLogin(run, login, body.company, now);
};

const begin: Action<unknown> = ({ run, now }) => {
  const moved = run.companyName === null ? undefined : applyEvent(run, 'begun', now);
  return moved === undefined ? outOfTurn('The copy can begin after the log-in, once.') : { run: moved };
};

const answer: Action<{ option: string }> = ({ run, body, now }) => {
  const moved = applyEvent(run, 'answered', now);
  if (moved === undefined) return outOfTurn('There is no open question.');
  return duplicateAnswers.some((option) => option === body.option)
    ? { run: moved }
    : new Refusal(400, 'option must be one of the answers that the question offers.');
};

/** Closing gives the login up; what is logged in or copying goes on without the window. */
const close: Action<unknown> = ({ run, now }) => ({ run: applyEvent(run, 'login_given_up', now) ?? run });

/** What the end user can do in the modal, by the calls of its page. */
export const modalActions = {
  chooseProvider,
  logIn,
  sendCode,
  chooseCompany,
  begin,
  answer,
  close,
} as const satisfies Partial<Record<ModalCallName, unknown>>;
