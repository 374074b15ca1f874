export interface OfProfile {
  readonly profileId: string;
}

export type CallHandlers<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends { args: infer Args; result: infer Result }
    ? (args: Args) => Result
    : never;
};
