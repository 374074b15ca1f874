/** Outcomes that Ferry Service can play for a migration. Without a schema, so that pages can list them. */
export const scenarioNames = ['good', 'partial', 'failing', 'slow', 'needs_input', 'abandons'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export const maxSeeded = { migrations: 100_000, companies: 10_000 } as const;
