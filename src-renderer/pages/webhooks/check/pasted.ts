export interface PastedMessage {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
  readonly otherSecret: string;
  readonly receivedAt: string;
}
