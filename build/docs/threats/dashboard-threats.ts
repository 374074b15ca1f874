import type { SecurityRow } from './security-row.ts';

/** What threatens the dashboard and its people. */
export const dashboardThreats: readonly SecurityRow[] = [
  {
    id: 'T80',
    risk: 'A person does in the dashboard what their role may not, or sees another organization',
    control:
      'One table of calls says who may make each; the guard reads it alone, and the tests are made from it. An organization is found by membership only, a refusal is in the audit log, and changes stand in it in their own transaction',
  },
  {
    id: 'T81',
    risk: 'Another site makes a person’s browser change something in the dashboard (CSRF)',
    control:
      'Each change needs the exact origin of the dashboard and a JSON body; the cookie is SameSite=Strict; the page cannot be framed',
  },
  {
    id: 'T82',
    risk: 'A session of the dashboard is planted, copied, or outlives its person',
    control:
      'Signing in makes a session of its own; of its token the store has a hash; it ends by signing out, by the list of sessions, with a changed password, after half an hour idle and after 12 h',
  },
  {
    id: 'T83',
    risk: 'The dashboard tells which email addresses have an account',
    control:
      'The same words, headers and work for an account that is there and for one that is not; people come by invitations alone',
  },
  {
    id: 'T84',
    risk: 'Passwords of the dashboard are guessed',
    control:
      '12 characters or more, none of the most used; five wrong ones in a minute stop an account, twenty a network, counted in the store before the password is looked at',
  },
  {
    id: 'T85',
    risk: 'The link of an invitation is used by somebody else, or again',
    control:
      '256 random bits behind the #, which reach no server log; used up with the membership in one transaction, within 24 h, until it is renewed or withdrawn, or whoever made it loses the role to give; who is known already needs their own password, but for a link that a shell made, which sets a new one and ends all sessions',
  },
  {
    id: 'T87',
    risk: 'The second factor of the dashboard is gone around, guessed, or a code of it is used again',
    control:
      'A session is made, and the log tells of it, only when password and code are both right; a code works once, by the last step that was taken, and so does a backup code, of which a hash is kept; ten wrong ones in an hour stop it from everywhere, which the log tells; changes of it need the password, and turning it on ends the sessions that began without it',
  },
  {
    id: 'T88',
    risk: 'Somebody signs in to the dashboard by a passkey that was copied, removed, asked for by another site, or put there by somebody else',
    control:
      'A new one needs the password; every answer is for one question of this site, is taken once within ten minutes, and comes from a device that checked its person; a count that does not go up is refused and in the audit log; a link of a shell takes all of them away, and whoever leaves takes theirs along',
  },
  {
    id: 'T89',
    risk: 'Somebody comes into the dashboard by the sign-in of a company whom nobody invited, or as somebody else',
    control:
      'State, nonce, PKCE, issuer and signature are checked by a library; an answer counts once, within ten minutes, in the browser that began; who is new needs an open invitation of an address that the issuer verified; from then on the issuer’s own id counts, so that an address that goes to somebody else opens nothing; invitations of somebody with a password wait for that password; a second factor is asked for as well',
  },
];
