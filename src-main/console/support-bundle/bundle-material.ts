import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';

/** Everything that a bundle is made of, before user ids are taken out. */
export interface BundleMaterial {
  /** "Migration 8f3c1d02-…", "Modal lab, 3 flows". */
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
  readonly profile: { readonly name: string; readonly environment: string; readonly baseURL: string | null };
  readonly versions: readonly { readonly name: string; readonly version: string }[];
  /** Name of the company, where the console knows it. */
  readonly company: string | null;
  /** The body of the migration as JSON text, or why there is none; null for a lab. */
  readonly migration: { readonly id: string; readonly json: string | null; readonly problem: string | null } | null;
  readonly timeline: readonly TimelineChange[];
  /** Oldest first. */
  readonly requests: readonly RequestDetail[];
  readonly recordings: readonly LabRecording[];
}
