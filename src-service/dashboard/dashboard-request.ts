import type { z } from 'zod';
import type { DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallReply, ReadBody } from '#shared/dashboard-api/dashboard-calls.ts';
import { refuse } from '../http/refusal.ts';
import type { ChangeAuthor } from '../store/base/actor.ts';
import type { Membership } from '../store/people/people-store.ts';
import type { Store } from '../store/store.ts';
import type { WebhookActions } from '../webhooks/webhook-actions.ts';
import type { Attempts } from './attempts.ts';
import type { CompanySignIn } from './company-sign-in.ts';
import type { SignedIn, SignIn, SignInRequest } from './sign-in.ts';

export interface DashboardRequest<Name extends DashboardCall> {
  readonly body: ReadBody<Name>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly person: SignedIn;
  readonly membership: Membership;
  readonly author: ChangeAuthor;
  readonly request: SignInRequest;
  readonly network: string;
  /** Dashboard URL of this user, without a trailing slash. */
  readonly baseUrl: string;
  readonly now: number;
}

/** Refuses a body or query that its schema doesn't accept. */
export const parsePart = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : refuse(400, error.issues[0]?.message ?? "The request isn't valid.");
};

export class WithCookies<Reply> {
  readonly reply: Reply;
  readonly cookies: readonly string[];

  constructor(reply: Reply, cookies: readonly string[]) {
    this.reply = reply;
    this.cookies = cookies;
  }
}

export type DashboardHandlers = {
  readonly [Name in DashboardCall]: (
    request: DashboardRequest<Name>,
  ) => Promise<
    CallReply<Name> | WithCookies<CallReply<Name>> | (CallReply<Name> extends Record<string, never> ? void : never)
  >;
};

export interface DashboardParts {
  readonly store: Store;
  readonly webhooks: WebhookActions;
  readonly signIn: SignIn;
  readonly attempts: Attempts;
  readonly company: CompanySignIn | undefined;
}
