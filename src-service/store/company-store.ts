/** A user as the OpenID Connect provider describes them. */
export interface CompanyPerson {
  readonly issuer: string;
  /** Subject ID, which the issuer never reuses. */
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
}

/** A company sign-in: the user ID and organizations that still need a link, or why it is refused. */
export type Entered =
  | { readonly person: string; readonly invitedTo: readonly string[] }
  | 'unverified'
  | 'not invited'
  | 'somebody else';

/** Users who sign in with their company. */
export interface CompanyStore {
  /** Returns the ID of the user with this company account. Undefined if there is none. */
  find(who: CompanyPerson): Promise<string | undefined>;
  /**
   * Identifies the user atomically: by the issuer's ID, else by an email address that the issuer verified. A new user
   * needs an open invitation. Accepts all open invitations, unless the user has a password: then each must be accepted
   * by its link.
   */
  enter(who: CompanyPerson, from: string | undefined, now: number): Promise<Entered>;
}
