import type { ProviderCategory } from '#shared/modal-messages/modal-state.ts';
import type { Credentials } from './destination-accounts.ts';
import type { Login } from './login.ts';
import type { SourceCollection } from './copy-ports.ts';
import type { CopySource } from './mail-ports.ts';

export interface ProviderCompany {
  readonly name: string;
  readonly idAtProvider: string;
  readonly provider: string;
}

/** `since` is a year. */
export interface CompanyChoice {
  readonly name: string;
  readonly invoices: number;
  readonly since: number;
}

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
  /** Checks a second-factor code. No `trouble` means that the login is complete. */
  sendCode?(before: Login, code: string): Login;
  /** Returns the companies that a login can choose from. Omitted if each login has one company. */
  companies?(userName: string): readonly CompanyChoice[];
  /** Returns the company of a login. `name` selects one of several companies. */
  company(userName: string, name?: string): ProviderCompany;
}
