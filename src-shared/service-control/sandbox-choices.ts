/** Outcomes that Ferry Service can simulate for a migration. Pages load this file, so it must not import Zod. */
export const scenarioNames = ['good', 'partial', 'failing', 'slow', 'needs_input', 'abandons'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export const maxSeeded = { migrations: 100_000, companies: 10_000 } as const;
