export interface OfProfile {
  readonly profileId: string;
}
