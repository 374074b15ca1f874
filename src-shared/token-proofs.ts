/** Proofs of the token lab in display order. Pages load this file, so it must not import Zod. */
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

/** `unknown`: no response, or one that neither proves nor disproves the rule. */
export const verdicts = ['pass', 'fail', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

interface ProofText {
  readonly title: string;
  /** Describes what the proof sends and what the result must be. */
  readonly must: string;
  readonly why: string;
  readonly next: string;
  readonly linkTokens: number;
  /** The proof needs to control the service's clock or keys. */
  readonly needsControl?: true;
  /** Possible side effects on a service with end users. "Run all" skips proofs with side effects there. */
  readonly disturbs?: string;
}

export const proofTexts: Readonly<Record<ProofId, ProofText>> = {
  single_use: {
    title: 'A token works once',
    must: 'Exchange the same link token twice. The second exchange must be refused.',
    why: 'A link token is single use (Authentication 7): anyone who finds it in a browser later must not get a session.',
    next: 'Mark the token as used in the step that reads it, then run this proof again.',
    linkTokens: 1,
  },
  expiry: {
    title: 'A token is valid for 60 s',
    must: 'Exchange a token after 50 s and another after 61 s. The first exchange must succeed; the second must be refused.',
    why: 'A link token is valid for 60 seconds (Authentication 7), so a later leak is harmless.',
    next: "At the exchange, use the service's clock to check that the token is at most 60 s old.",
    linkTokens: 2,
  },
  eight_at_once: {
    title: 'Only one of eight exchanges succeeds',
    must: 'Send 8 concurrent exchanges of one link token. Exactly one exchange must succeed.',
    why: 'Single use (Authentication 7) must hold for concurrent requests, or two browsers get a session from one token.',
    next: 'Make the exchange atomic: read the token and mark it as used in one statement. Then run this proof again.',
    linkTokens: 1,
    disturbs: 'Eight concurrent requests may hit a rate limit that users share.',
  },
  wrong_key: {
    title: 'A wrong key is refused',
    must: 'Send an invalid key, no key and a malformed header. Each must be refused.',
    why: 'Every request carries a key (Authentication 1); a failure returns a 4xx status (Authentication 8).',
    next: 'Check the key first, and return the same 401 for every problem with it.',
    linkTokens: 0,
    disturbs: "Wrong keys may trigger an alarm or get this device's IP address blocked.",
  },
  no_scheme: {
    title: 'The header needs the Bearer scheme',
    must: 'Send the right key without “Bearer”, and with “Basic”. Both must be refused.',
    why: 'The scheme is HTTP bearer (Authentication 1). Log filters may miss keys in other forms.',
    next: 'Accept the key only with the scheme Bearer; refuse everything else with 401.',
    linkTokens: 0,
    disturbs: 'Logs may contain a key from an unusual header.',
  },
  revoked_key: {
    title: 'A revoked key is refused',
    must: 'Create a key and tokens, then revoke the key. Key and tokens must be refused immediately.',
    why: "A revoked key can't be restored (Authentication 3): tokens created with the key must not work afterwards.",
    next: 'Check for revocation on every request, also for tokens created earlier.',
    linkTokens: 2,
    needsControl: true,
  },
  cookie: {
    title: 'The cookie grants nothing',
    must: 'Exchange a token and check Set-Cookie. Its attributes must be safe, and the cookie alone must grant nothing.',
    why: 'The exchange sets a cookie (POST /api/v1/access-token). If scripts can read the cookie, or the cookie alone grants access, other sites can act for the user.',
    next: 'Set HttpOnly, Path=/, a lifetime of at most an hour and, over https, Secure and SameSite. Never accept the cookie without the access token.',
    linkTokens: 1,
  },
  error_shapes: {
    title: 'Errors have a known shape',
    must: 'Cause three errors. Each body must be one of the two shapes of the specification.',
    why: 'Clients understand only the two forms of errors in the specification (Errors 2).',
    next: 'Respond with {"type":"api_error","message":"…"}, including for errors that your framework creates.',
    linkTokens: 0,
  },
  cors: {
    title: 'Pages reach only the browser endpoints',
    must: 'Send requests as a web page does. The browser endpoints may allow them; the key endpoints must not.',
    why: 'Keys are used only server-side (Authentication 5). With CORS on key endpoints, any page could use a leaked key.',
    next: 'Send CORS headers on /access-token and /migration-modal only.',
    linkTokens: 2,
  },
  access_token_hour: {
    title: 'An access token expires after 1 h',
    must: 'Move the clock by 1 h and 1 s. The access token must then be refused.',
    why: 'An access token is valid for 1 hour (Authentication 7): the SDK stores the token in localStorage, and a later user of the browser could find it.',
    next: "Check the access token's age (1 h) on every modal request.",
    linkTokens: 1,
    needsControl: true,
  },
};
