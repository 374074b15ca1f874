/** The proofs of the token lab, in the order of the list; without a schema, so that pages may show them. */
export const proofIds = [
  'single_use',
  'expiry',
  'eight_at_once',
  'wrong_key',
  'no_scheme',
  'revoked_key',
  'cookie',
  'error_shapes',
  'cors',
  'access_token_hour',
] as const;
export type ProofId = (typeof proofIds)[number];

/** `unknown`: the service answered in a way that neither proves nor disproves it, or not at all. */
export const verdicts = ['pass', 'fail', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

interface ProofText {
  readonly title: string;
  /** What is sent and what must happen. */
  readonly must: string;
  readonly why: string;
  readonly next: string;
  readonly linkTokens: number;
  /** Runs only where the clock or the keys of the service can be controlled. */
  readonly needsControl: boolean;
  /** What it could set off on a service with users, or null; left out there when all run. */
  readonly disturbs: string | null;
}

export const proofTexts: Readonly<Record<ProofId, ProofText>> = {
  single_use: {
    title: 'A token works once',
    must: 'Exchange the same link token twice. The second must be refused.',
    why: 'A link token is single use (Authentication 7): whoever sees it in a browser later must not get a session from it.',
    next: 'Mark the token as used in the same step that reads it, then run this proof again.',
    linkTokens: 1,
    needsControl: false,
    disturbs: null,
  },
  expiry: {
    title: 'A token lives 60 s',
    must: 'Exchange one token after 50 s and one after 61 s. Only the first may succeed.',
    why: 'A link token lives 60 seconds (Authentication 7): one that leaks later is worth nothing.',
    next: 'Compare the age of the token with 60 s at the exchange, by the clock of the service.',
    linkTokens: 2,
    needsControl: false,
    disturbs: null,
  },
  eight_at_once: {
    title: 'One winner of eight',
    must: 'Exchange one link token 8 times at once. Exactly one may succeed.',
    why: 'Single use (Authentication 7) must hold for requests that arrive at the same moment, or two browsers hold a session from one token.',
    next: 'Make the exchange one atomic step in the service: mark the token as used and read it in the same statement. Then run this proof again.',
    linkTokens: 1,
    needsControl: false,
    disturbs: 'Eight requests at once may meet a rate limit that users share.',
  },
  wrong_key: {
    title: 'A wrong key is refused',
    must: 'Call with a made-up key, with none, and with nonsense. Each must be refused.',
    why: 'Every request carries a key (Authentication 1); a failure is in the 4xx class (Authentication 8).',
    next: 'Look the key up before anything else is done, and answer 401 in the same way whatever is wrong with it.',
    linkTokens: 0,
    needsControl: false,
    disturbs: 'Wrong keys may raise an alarm or block this address.',
  },
  no_scheme: {
    title: 'The header needs its scheme',
    must: 'Send the right key without “Bearer”, and with “Basic”. Both must be refused.',
    why: 'The scheme is HTTP bearer (Authentication 1). What takes a header in any form takes more than its log filters hide.',
    next: 'Read the key only behind the scheme Bearer; refuse every other form with 401.',
    linkTokens: 0,
    needsControl: false,
    disturbs: 'A key in an odd header may be logged where a right one is not.',
  },
  revoked_key: {
    title: 'A revoked key is refused',
    must: 'Make a key, make tokens with it, revoke it. The key and its tokens must be refused at once.',
    why: 'A revoked key cannot be restored (Authentication 3): from that moment nothing that came from it may work.',
    next: 'Look at the revocation at every call, also for tokens that were made before it.',
    linkTokens: 2,
    needsControl: true,
    disturbs: null,
  },
  cookie: {
    title: 'The cookie opens nothing',
    must: 'Exchange a token and look at Set-Cookie. Its attributes must be safe, and alone it must open nothing.',
    why: 'The exchange sets a cookie (POST /api/v1/access-token). One that scripts can read, or that is enough by itself, invites other sites to act for the user.',
    next: 'Set HttpOnly, Path=/, a lifetime of at most an hour and, over https, Secure and SameSite; never take the cookie without the access token.',
    linkTokens: 1,
    needsControl: false,
    disturbs: null,
  },
  error_shapes: {
    title: 'Errors have a known shape',
    must: 'Cause three errors. Each body must be one of the two shapes of the specification.',
    why: 'Errors have the Error body, or the nested form (Errors 2). Clients read both and nothing else.',
    next: 'Answer with {"type":"api_error","message":"…"}, also where a framework answers by itself.',
    linkTokens: 0,
    needsControl: false,
    disturbs: null,
  },
  cors: {
    title: 'Pages reach only what is theirs',
    must: 'Ask as a web page does. The browser endpoints may allow it, the endpoints of the key must not.',
    why: 'Keys are used only server-side (Authentication 5). CORS on the endpoints of the key lets any page use a key that leaked.',
    next: 'Send CORS headers on /access-token and /migration-modal only.',
    linkTokens: 2,
    needsControl: false,
    disturbs: null,
  },
  access_token_hour: {
    title: 'An access token ends after 1 h',
    must: 'Move the clock by 1 h and 1 s. The access token must be refused then.',
    why: 'An access token lives 1 hour (Authentication 7): the SDK keeps it in localStorage, where it stays when the user leaves.',
    next: 'Compare the age of the access token with 1 h at every call of the modal endpoints.',
    linkTokens: 1,
    needsControl: true,
    disturbs: null,
  },
};
