/** What control has set in the memory of this process, apart for each organization. */
export interface PerOrganization<Value> {
  of(organization: number): Value;
  /** What was made so far. */
  all(): Iterable<Value>;
}

/** Makes the value of an organization when it is first asked for. */
export const perOrganization = <Value>(create: () => Value): PerOrganization<Value> => {
  const made = new Map<number, Value>();
  return {
    of: (organization) => {
      const value = made.get(organization) ?? create();
      made.set(organization, value);
      return value;
    },
    all: () => made.values(),
  };
};
