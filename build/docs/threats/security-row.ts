/** One threat or fault and what stands against it. Tests name it by its id, in round brackets behind their tag. */
export interface SecurityRow {
  readonly id: string;
  readonly risk: string;
  readonly control: string;
}
