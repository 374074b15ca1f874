/** A wording to avoid, and its replacement. */
export interface StiltedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

const word = (source: string, instead: string): StiltedWord => ({ pattern: new RegExp(source, 'giu'), instead });

/** Phrases in comments, strings and documents. Each match is a candidate: rewrite the sentence around it. */
export const stiltedPhrases: readonly StiltedWord[] = [
  word(
    String.raw`\bwhere (?:an?|it|no|nobody|nothing|one|somebody|that|the|there|they|this|we|you)\b`,
    'if, when or unless',
  ),
  word(String.raw`\banew\b`, 'again'),
  word(String.raw`\bin the place of\b`, 'instead of'),
  word(String.raw`\bagain and again\b`, 'repeatedly, or every 10 s'),
  word(String.raw`\bof (?:his|its|one's|their|your) own\b`, 'its own …, a separate …'),
  word(String.raw`\b(?:am|are|be|been|is|was|were) (?:asked|heard|said|told)\b`, 'who reports, sends or requests what'),
  word(
    String.raw`\b(?:are|is) (?:brought|handed|held|kept|looked|made|put|seen|taken)\b`,
    'who stores, creates or sees what',
  ),
  word(String.raw`\b(?:are|is|was|were) (?:away|gone|there)\b`, 'deleted, unavailable, exists'),
  word(String.raw`\b(?:as|so) many\b`, 'the number'),
  word(String.raw`\bhears? of\b`, 'receives'),
  word(String.raw`\bby (?:itself|themselves)\b`, 'automatically'),
  word(String.raw`\bat once\b`, 'immediately, or at the same time'),
  word(String.raw`\bof (?:before|now|then)\b`, 'previous, current'),
  word(String.raw`\bsigns (?:and|in|of|that|without)\b`, 'characters'),
  word(String.raw`\bfor good\b`, 'permanently'),
  word(String.raw`\bthe begin of\b`, 'the start of'),
  word(String.raw`\bstands? (?:above|alone|at|behind|below|beside|for|in|on|there)\b`, 'is, appears, means'),
  word(String.raw`\b(?:nobody|somebody|whoever)\b`, 'the user, the caller, no one'),
  word(String.raw`\bgoes (?:by|on|with)\b`, 'continues, uses'),
  word(String.raw`\b(?:a|any|each|every|no|of|the) texts?\b`, 'string, message, label'),
  word(
    String.raw`\bwhat (?:are|has|have|is|was|were) (?:asked|come|gone|happened|kept|known|left|missing|said|seen|told)\b`,
    'the thing',
  ),
  word(String.raw`\bno more\b`, 'no longer'),
  word(String.raw`\bthe way (?:back|on|out|there|to)\b`, 'navigation, recovery action, exit, link'),
  word(String.raw`\b(?:for a moment|for a while|in a moment)\b`, 'the duration, or briefly'),
  word(String.raw`\bbeside\b`, 'next to, in addition to'),
  word(String.raw`\b(?:just|that|this) (?:that|the|these|this|very)\b(?<=very|just \w+)`, 'exactly this'),
  word(String.raw`\b(?:a person|of the person|persons?'s)\b`, 'the user'),
  word(String.raw`\b(?:the|this) computer\b`, 'this device'),
];

/** Names of values, functions and types. */
export const stiltedNames: readonly StiltedWord[] = [
  { pattern: /^most(?=[A-Z]|$)/u, instead: 'max…' },
  { pattern: /^least(?=[A-Z]|$)/u, instead: 'min…' },
  {
    pattern: /^(?:asked|begin|begun|gone|heard|held|kept|made|said|seen|told)$/u,
    instead: 'a noun that names the thing',
  },
  { pattern: /^(?:has|is)(?:Asked|Begun|Gone|Heard|News|Said|Told)$/u, instead: 'isReported, isDeleted, hasStarted' },
  { pattern: /^sights?|Sights?$|Sights?(?=[A-Z])/u, instead: 'observation' },
  { pattern: /^belongings|Belongings/u, instead: 'profileData' },
  { pattern: /^patience/u, instead: 'retryPolicy' },
  { pattern: /^ways?On|WaysOut$|WayOn$|^waysOut/u, instead: 'recoveryAction, exits' },
  { pattern: /^lookUp|^lookAgain|LookAgain|^lookOf/u, instead: 'lookup, refresh, styleOf' },
  { pattern: /^askAhead|AskAhead/u, instead: 'prefetch' },
  { pattern: /^atOnce/u, instead: 'concurrency' },
  { pattern: /^underWay|UnderWay/u, instead: 'inFlight, inProgress' },
  { pattern: /ComeBack/u, instead: 'retry' },
];
