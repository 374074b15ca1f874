import { z } from 'zod';
import { type Migration, type MigrationStatus, migrationStatusSchema } from '#shared/migration-api/migration.ts';
import { canFollow, type MigrationEvent, migrationSteps } from '#shared/migration-api/migration-steps.ts';
import { Refusal } from '../http/refusal.ts';
import { companyOfLogin } from '../migration-engine/provider-login.ts';
import { advance, applyEvent, type Run } from '../migration-engine/run.ts';
import { sourceProviders } from '../providers/source-providers.ts';
import type { RunChange, StoredRun } from '../store/run-store.ts';
import { type MountControl, organizationOf } from './control-options.ts';

const paramsSchema = z.object({ id: z.uuid({ error: 'id must be a UUID.' }) });
const bodySchema = z.strictObject({ status: migrationStatusSchema });

const eventTo = (from: MigrationStatus, to: MigrationStatus): MigrationEvent | undefined =>
  (Object.entries(migrationSteps[from]) as [MigrationEvent, MigrationStatus][]).find(([, next]) => next === to)?.[0];

/** The run moved from outside; a login that nobody made gets a provider and the company of the user. */
const moveRun = (stored: StoredRun, to: MigrationStatus, userId: string, now: number): RunChange | undefined => {
  const run = advance(stored.run, now);
  const event = eventTo(run.status, to);
  const moved: Run | undefined = event && applyEvent(run, event, now);
  if (moved === undefined) return undefined;
  const known = to === 'FAILED' ? { ...moved, reason: 'stopped' as const } : moved;
  if (to !== 'NOT_STARTED') return { ...stored, run: known };
  const provider = known.provider ?? sourceProviders[0]?.name ?? '';
  const company = companyOfLogin(provider, userId);
  return { ...stored, run: { ...known, provider, companyName: company.name }, company };
};

/** `POST /control/migrations/{id}/status` moves a migration one step of the transition table; 409 for any other. */
export const controlStatus: MountControl = (app, { store, clock }) => {
  app.post('/migrations/:id/status', { schema: { params: paramsSchema, body: bodySchema } }, async (request, reply) => {
    const organization = organizationOf(request);
    const id = (request.params as z.output<typeof paramsSchema>).id.toLowerCase();
    const { status: to } = request.body as z.output<typeof bodySchema>;
    const found = await store.runs.find(organization, id);
    const text = await store.migrations.json(organization, id);
    if (found === undefined || text === undefined) {
      return reply.refuse(new Refusal(404, 'There is no migration with this id.'));
    }
    const refused = (from: MigrationStatus) => reply.refuse(new Refusal(409, `No step leads from ${from} to ${to}.`));
    if (found.stored === undefined) {
      const moved = canFollow(found.status, to) && (await store.runs.setStatus(organization, id, found.status, to));
      return moved ? { id, status: to } : refused(found.status);
    }
    const now = await clock.now(organization);
    const { created_by_user_id: userId } = JSON.parse(text) as Migration;
    const change = moveRun(found.stored, to, userId, now);
    return change && (await store.runs.save(change, now)) ? { id, status: to } : refused(found.stored.run.status);
  });
};
