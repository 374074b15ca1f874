import { mapOutcome } from '#shared/app-error.ts';
import { maxNotesPerCall } from '#shared/alert-words.ts';
import type { Alert, GapReason } from '#shared/console-contract/alerts-calls.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ActivityTopic } from '../activity/activity-topic.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Connection } from '../connection/connection.ts';
import { createAlertRules } from './alert-rules.ts';

/**
 * Ms for which alerts are collected, so that one event reports the alerts of one response or of several pages of a
 * load.
 */
const collectMs = 1_000;
/** Maximum ms that a notification waits for the cause of its alert. */
const maxCauseMs = 2_000;
const weekMs = 7 * 24 * 60 * 60_000;

interface NewAlerts {
  readonly raised: readonly Alert[];
  readonly quiet: number;
}
const noAlerts: NewAlerts = { raised: [], quiet: 0 };

const reasonOf: Partial<Record<ReturnType<Connection['current']>['state'], GapReason>> = {
  offline: 'offline',
  failing: 'failing',
  unauthorized: 'key',
};

export function createAlertsTopic(topic: BaseTopics & { readonly activity: Pick<ActivityTopic, 'causesOf'> }) {
  const { settings, profiles, connection, data, activity, events } = topic;
  const { clock, canNotify } = topic.ports;
  const rules = createAlertRules(settings, clock);
  const { activeId } = profiles;

  const sendTerms = (profileId: string): void => {
    const { watches, preferences } = settings.current();
    void data.call('judgeAlertsBy', {
      profileId,
      rules: rules.of(profileId),
      watched: watches.filter((watch) => watch.profileId === profileId).map(({ migrationId }) => migrationId),
      stuckHours: preferences.stuckHours,
      quietHours: preferences.quietHours,
      at: clock.now().getTime(),
    });
  };
  const sendAllTerms = () => {
    for (const { id } of profiles.list.all()) sendTerms(id);
  };
  data.onStart(sendAllTerms);
  events.listen(({ name }) => {
    if (name === 'profiles:changed' || name === 'settings:changed' || name === 'watch:changed') sendAllTerms();
  });

  const block = (profileId: string, why: GapReason) =>
    void data.call('alertsBlocked', { profileId, why, at: clock.now().getTime() });
  connection.onChange(() => {
    const gapReason = reasonOf[connection.current().state];
    if (gapReason) block(activeId(), gapReason);
  });
  let shownProfileId = activeId();
  profiles.onSwitch(() => {
    if (shownProfileId !== activeId()) block(shownProfileId, 'elsewhere');
    shownProfileId = activeId();
  });

  const nameOf = (profileId: string) => profiles.list.all().find(({ id }) => id === profileId)?.name ?? '';
  const notifyPage = async (profileId: string, { raised, quiet }: NewAlerts = noAlerts) => {
    const countsResult = await data.call('alertsOf', { profileId, unreadOnly: true, before: null, limit: 1 });
    if (!countsResult.ok) return;
    const shownAlerts = raised.filter(({ notification }) => notification === 'shown');
    const ids = shownAlerts.flatMap(({ companyId }) => companyId ?? []);
    const companiesResult = await data.call('lookupCompanies', { profileId, ids });
    const names = new Map(
      companiesResult.ok ? companiesResult.value.map((each) => [each.id, each.providerCompanyName]) : [],
    );
    // Above `maxNotesPerCall`, the desktop shows only a summary.
    const singleAlerts = shownAlerts.length > maxNotesPerCall || profileId !== activeId() ? [] : shownAlerts;
    const causes = await activity.causesOf(
      singleAlerts.map(({ migrationId }) => migrationId),
      AbortSignal.timeout(maxCauseMs),
    );
    const notify = shownAlerts.map((alert) => {
      const summary = causes.get(alert.migrationId);
      const cause = summary?.status === alert.status ? (summary.cause?.message.replace(/\.$/, '') ?? null) : null;
      return { ...alert, company: names.get(alert.companyId ?? '') ?? null, cause };
    });
    const profileName = nameOf(profileId);
    events.emit('alerts:changed', { profileId, profileName, unread: countsResult.value.unread, notify, quiet });
  };
  const collectedAlerts = new Map<string, NewAlerts>();
  data.onAlerts(({ profileId, alerts: raised, quiet }) => {
    const pendingAlerts = collectedAlerts.get(profileId);
    collectedAlerts.set(profileId, {
      raised: [...(pendingAlerts?.raised ?? []), ...raised],
      quiet: (pendingAlerts?.quiet ?? 0) + quiet,
    });
    if (pendingAlerts) return;
    void clock.sleep(collectMs).then(() => {
      const all = collectedAlerts.get(profileId) ?? noAlerts;
      collectedAlerts.delete(profileId);
      if (!profiles.list.all().some(({ id }) => id === profileId)) return undefined;
      return notifyPage(profileId, all);
    });
  });

  const rulesView = (profileId: string) =>
    mapOutcome(data.call('alertsByRule', { profileId, after: clock.now().getTime() - weekMs }), (counts) =>
      rules.of(profileId).map((rule) => ({ ...rule, lastWeek: counts[rule.id] ?? 0 })),
    );
  const afterEdit = async (profileId: string, edited: Awaited<ReturnType<typeof rules.remove>>) => {
    if (!edited.ok) return edited;
    sendTerms(profileId);
    return rulesView(profileId);
  };
  return {
    handlers: {
      list: (args) => data.call('alertsOf', { profileId: activeId(), ...args }),
      notices: () =>
        mapOutcome(data.call('alertNotices', { profileId: activeId(), at: clock.now().getTime() }), (notices) => ({
          notices,
          canNotify: canNotify?.() ?? null,
        })),
      mark: async ({ ids, isRead }) => {
        const profileId = activeId();
        return mapOutcome(data.call('markAlerts', { profileId, ids, isRead }), (markedIds) => {
          if (markedIds.length > 0) void notifyPage(profileId);
          return { ids: markedIds };
        });
      },
      rules: () => rulesView(activeId()),
      saveRule: async (given) => {
        const profileId = activeId();
        return afterEdit(profileId, await rules.save(profileId, given));
      },
      removeRule: async ({ id }) => {
        const profileId = activeId();
        return afterEdit(profileId, await rules.remove(profileId, id));
      },
    } satisfies ConsoleHandlers['alerts'],
  };
}
