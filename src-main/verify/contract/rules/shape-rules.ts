import { findDepartures, toPath } from '#shared/tolerant-reading/find-drift.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { type ContractRule, isSuccess, type RuleResult, placeOf } from '../rule.ts';
import type { SurveyedCall } from '../send-surveyed.ts';
import type { Survey } from '../survey.ts';
import { holdsError } from './reply-rules.ts';

type Departure = ReturnType<typeof findDepartures>[number];

/** Whether the specification defines the shape of the body. Another rule checks errors with a success status. */
const isCompared = (call: SurveyedCall): boolean =>
  call.json !== undefined &&
  call.status !== null &&
  call.method !== 'OPTIONS' &&
  (call.status >= 400 || (isSuccess(call) && call.operation.id !== operations.checkHealth.id && !holdsError(call)));

const isUnknownStatus = ({ kind, path }: Departure, json: unknown): boolean => {
  let value = json;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part];
  return kind === 'mistyped' && path.at(-1) === 'status' && typeof value === 'string';
};

/** Returns the deviations of one kind. Lists each field once, even if many rows have the deviation. */
const departuresOf =
  (isMeant: (departure: Departure, json: unknown) => boolean) =>
  ({ calls }: Survey): RuleResult => {
    const comparedCalls = calls.filter(isCompared);
    const violations = comparedCalls.flatMap((call) =>
      findDepartures(call.operation, call.status ?? 0, call.json)
        .filter((departure) => isMeant(departure, call.json))
        .map(({ path, detail }) => `${placeOf(call)}, ${toPath(path, 'open')}: ${detail}`),
    );
    return { checkedCount: comparedCalls.length, wrong: [...new Set(violations)], missed: 'No response to compare' };
  };

export const shapeRules: readonly ContractRule[] = [
  {
    id: 'undocumented_fields',
    title: 'No response has undocumented fields',
    broken: 'A response has an undocumented field',
    check: departuresOf(({ kind }) => kind === 'undocumented'),
  },
  {
    id: 'missing_fields',
    title: 'Every response has all required fields',
    broken: 'A response lacks a required field',
    check: departuresOf(({ kind }) => kind === 'missing'),
  },
  {
    id: 'field_types',
    title: 'Every field has the documented type',
    broken: 'A field has the wrong type',
    check: departuresOf((departure, json) => departure.kind === 'mistyped' && !isUnknownStatus(departure, json)),
  },
  {
    id: 'status_values',
    title: 'Every status is one of the eight known statuses',
    broken: 'A response has an unknown status',
    check: departuresOf(isUnknownStatus),
  },
];
