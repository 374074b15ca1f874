export interface CompanyPerson {
  readonly issuer: string;
  /** The id that the issuer never gives to somebody else. */
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
}

/**
 * What became of somebody who came by the company's sign-in: the id of the person with the names of the organizations whose
 * invitations still want their link, or why they may not come in.
 */
export type Entered =
  | { readonly person: string; readonly invitedTo: readonly string[] }
  | 'unverified'
  | 'not invited'
  | 'somebody else';

export interface CompanyStore {
  /** Who this is here; undefined where it is nobody yet. */
  find(who: CompanyPerson): Promise<string | undefined>;
  /**
   * Makes out who this is, as one step: whoever came so before is known by the issuer's id, others by an email address that
   * the issuer verified. Without an open invitation of that address nobody new comes in; all of them are taken
   * up, but for somebody with a password, who takes each up by its link and that password.
   */
  enter(who: CompanyPerson, from: string | undefined, now: number): Promise<Entered>;
}
