import type { ModalCallName } from '#shared/modal-messages/modal-calls.ts';
import { Refusal } from '../http/refusal.ts';
import { companiesToChoose, companyOfLogin, type ProviderCompany } from './source-providers.ts';
import { applyEvent, type Run } from './run.ts';
import { isLoginRefused, scenarioOfUser } from './scenarios.ts';

/** What an action of the end user makes of a run. */
export interface Moved {
  readonly run: Run;
  readonly company?: ProviderCompany | undefined;
  readonly loginError?: string | undefined;
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

const chooseProvider: Action<{ provider: string }> = ({ run, body, providers }) => {
  if (!providers.includes(body.provider)) return new Refusal(400, 'provider must be one that this modal offers.');
  if (run.status !== 'NOT_READY') return outOfTurn('The login is done; the provider cannot change any more.');
  return { run: { ...run, provider: body.provider } };
};

const logIn: Action<{ user_name: string; password: string }> = ({ run, body, now }) => {
  const { provider } = run;
  if (run.status !== 'NOT_READY') return outOfTurn('The login is done already.');
  if (provider === null) return outOfTurn('Choose a provider before the login.');
  if (isLoginRefused(body.user_name, body.password)) {
    return { run, loginError: `${provider} refused the user name or the password.` };
  }
  const scenario = run.scenarioIsFixed ? run.scenario : (scenarioOfUser(body.user_name) ?? run.scenario);
  const event = scenario === 'abandons' ? 'login_given_up' : 'logged_in';
  const company = event === 'logged_in' ? companyOfLogin(provider, body.user_name) : undefined;
  const moved = applyEvent({ ...run, scenario, companyName: company?.name ?? null }, event, now);
  return moved === undefined ? outOfTurn('The login came too late.') : { run: moved, company };
};

const begin: Action<unknown> = ({ run, now }) => {
  const moved = applyEvent(run, 'begun', now);
  return moved === undefined ? outOfTurn('The copy can begin after the login, once.') : { run: moved };
};

const answer: Action<{ option: string }> = ({ run, body, now }) => {
  const moved = applyEvent(run, 'answered', now);
  if (moved === undefined) return outOfTurn('There is no open question.');
  const choices = companiesToChoose(run.provider ?? '', run.companyName ?? '');
  const company = choices.find(({ name }) => name === body.option);
  if (company === undefined) return new Refusal(400, 'option must be one of the answers that the question offers.');
  return { run: { ...moved, companyName: company.name }, company };
};

/** Closing gives the login up; what is logged in or copying goes on without the window. */
const close: Action<unknown> = ({ run, now }) => ({ run: applyEvent(run, 'login_given_up', now) ?? run });

/** What the end user can do in the modal, by the calls of its page. */
export const modalActions = { chooseProvider, logIn, begin, answer, close } as const satisfies Partial<
  Record<ModalCallName, unknown>
>;

/** The question of a run that waits for its answer. */
export const questionOf = (run: Run): { text: string; options: string[] } | null =>
  run.status === 'PENDING_USER_INPUT'
    ? {
        text: 'Two companies use this login. Which one shall we copy?',
        options: companiesToChoose(run.provider ?? '', run.companyName ?? '').map(({ name }) => name),
      }
    : null;
