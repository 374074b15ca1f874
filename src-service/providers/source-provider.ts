import type { LoginTrouble, ProviderCategory } from '#shared/modal-messages/modal-state.ts';
import type { AddressRules } from '../webhooks/address-guard.ts';
import type { Credentials } from './destination-accounts.ts';
import { type Login, newLogin } from './login.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { ListTooLong, LoginRefused, type SourceCollection } from './copy-ports.ts';
import type { CopySource } from './mail-ports.ts';

export interface ProviderCompany {
  readonly name: string;
  readonly idAtProvider: string;
  readonly provider: string;
}

export type CompanyChoice = ModalState['login']['companies'][number];

/** What the end user entered, including the destination's login if the provider asks for it. */
export interface LoginCredentials extends Credentials {
  readonly atDestination?: Credentials | undefined;
}

interface LoginOutcome<Account> {
  readonly login: Login;
  /** True only if the connection failed, so the provider can't have checked the password. */
  readonly isUnsent?: boolean | undefined;
  readonly listBytes?: number | undefined;
  /** Collections to copy. Undefined if the login isn't complete, and for a practice copy. */
  readonly found?: { readonly account: Account; readonly collections: readonly SourceCollection[] } | undefined;
}

export interface SourceProvider<Account extends CopySource = CopySource> {
  readonly name: string;
  readonly category: ProviderCategory;
  readonly isPractice?: boolean;
  readonly asksDestination?: boolean;
  readonly firstStep: 'password' | 'window';
  /** Checks user name and password. The step `password` without `trouble` means that the login is complete. */
  logIn(before: Login, credentials: LoginCredentials, now: number): Promise<LoginOutcome<Account>>;
  /** Checks user name and password at the source only, to read items again. */
  logInAtSource?(before: Login, credentials: LoginCredentials, now: number): Promise<LoginOutcome<Account>>;
  /** Checks a second-factor code. No `trouble` means that the login is complete. */
  sendCode?(before: Login, code: string): Login;
  /** Returns the companies that a login can choose from. Omitted if each login has one company. */
  companies?(userName: string): readonly CompanyChoice[];
  /** Returns the company of a login. `name` selects one of several companies. */
  company(userName: string, name?: string): ProviderCompany;
}

export interface AdapterOptions {
  readonly rules: AddressRules;
  readonly timeoutMs?: number | undefined;
}

/** Deadline of a login, below the 20 s after which the modal's page gives up. */
const loginTimeoutMs = 12_000;

const troubleOf = (error: unknown): LoginTrouble => {
  if (error instanceof LoginRefused) return 'password_refused';
  return error instanceof ListTooLong ? 'too_much' : 'provider_down';
};

interface SignIn<Account> {
  readonly account: Account;
  /** Called after the attempt, with its error. */
  readonly facts: (error?: unknown) => Pick<LoginOutcome<Account>, 'isUnsent' | 'listBytes'>;
}

/** Creates a provider that checks user name and password by listing the account's collections. */
export const passwordSource = <Account extends CopySource>(
  { name, category }: Pick<SourceProvider, 'name' | 'category'>,
  open: (credentials: Credentials) => SignIn<Account>,
  timeoutMs = loginTimeoutMs,
): SourceProvider<Account> => ({
  name,
  category,
  firstStep: 'password',
  logIn: async (before, credentials) => {
    const { userName } = credentials;
    const { failures, successes } = before;
    const previousLogin = before.userName === userName ? before : newLogin(userName);
    const login = { ...previousLogin, failures, successes, step: 'password' as const };
    const { account, facts } = open(credentials);
    try {
      const collections = await account.collections(AbortSignal.timeout(timeoutMs));
      return { ...facts(), login: { ...login, trouble: null, lockedUntil: null }, found: { account, collections } };
    } catch (error) {
      return { ...facts(error), login: { ...login, failures: failures + 1, trouble: troubleOf(error) } };
    }
  },
  company: (userName) => ({ provider: name, name: userName, idAtProvider: userName }),
});
