interface Refused {
  readonly ok: false;
  /** For the operator. */
  readonly sentence: string;
}

export type Outcome<Done extends object> = (Readonly<Done> & { readonly ok: true }) | Refused;

export const refuse = (sentence: string): Refused => ({ ok: false, sentence });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
