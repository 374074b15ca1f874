/** A webhook as its receiver saw it, and the secrets that it may be signed with. */
export interface Pasted {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
  readonly otherSecret: string;
  readonly receivedAt: string;
}
