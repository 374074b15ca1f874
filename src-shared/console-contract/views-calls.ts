import { z } from 'zod';
import { maxNameLength } from '../name-length.ts';
import { call } from './call.ts';
import { resourceSchema } from './loaded-query.ts';
import { tableLayoutSchema } from './settings-calls.ts';
import { plainName } from '../plain-name.ts';

export const maxViews = 100;

const text = z.string().max(1_000);
/** Search parameters of a page's route, without its page number and its open row. */
const searchSchema = z.record(
  z.string().regex(/^[A-Za-z]{1,30}$/),
  z.union([text, z.number(), z.boolean(), z.null(), z.array(text).max(100)]),
);

const viewFields = {
  page: resourceSchema,
  name: z.string().overwrite(plainName).min(1).max(maxNameLength),
  search: searchSchema,
  layout: tableLayoutSchema,
};
export const savedViewSchema = z.strictObject({ id: z.string(), ...viewFields });
export type SavedView = z.output<typeof savedViewSchema>;

const listSchema = z.array(savedViewSchema);
const viewArgs = z.strictObject({ id: z.uuid() });

export const viewsCalls = {
  list: call(z.strictObject({}), listSchema),
  /** Saves a view of the active profile. Replaces a view with the same page and name. */
  save: call(z.strictObject(viewFields), listSchema),
  rename: call(z.strictObject({ id: z.uuid(), name: viewFields.name }), listSchema),
  /** Succeeds even if the view doesn't exist. */
  remove: call(viewArgs, listSchema),
  /** Returns the page of the active profile's service that opens links. Null without `/open` or https. */
  openPage: call(z.strictObject({}), z.strictObject({ url: z.string().nullable() })),
};
