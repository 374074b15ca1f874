import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import { maxViews, type SavedView } from '#shared/console-contract/views-calls.ts';
import { openPath } from '#shared/deep-links/deep-link.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { StoredView } from '../settings/settings-document.ts';

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export function createViewsTopic({ clock, settings, profiles, events, features }: BaseTopics) {
  const { activeId } = profiles;
  const list = (): SavedView[] =>
    settings
      .current()
      .views.filter(({ profileId }) => profileId === activeId())
      .map(({ profileId: _profileId, ...view }) => view)
      .sort((one, other) => one.name.localeCompare(other.name));
  const change = (edit: (views: readonly StoredView[]) => StoredView[]): Promise<Outcome<SavedView[]>> => {
    const saving = settings.change(({ views }) => ({ views: edit(views) }));
    return mapOutcome(saving, () => {
      events.emit('views:changed', list());
      return list();
    });
  };
  const refuse = (detail: string) => fail('invalid_arguments', clock.now(), { detail });
  return {
    handlers: {
      list: async () => succeed(list()),
      save: async (view) => {
        const profileId = activeId();
        const previous = list().find(({ page, name }) => page === view.page && isSameName(name, view.name));
        if (!previous && list().length >= maxViews)
          return refuse(`You already have ${maxViews} saved views, the maximum. Remove one first.`);
        const storedView = { ...view, profileId, id: previous?.id ?? crypto.randomUUID() };
        return change((views) => [...views.filter(({ id }) => id !== storedView.id), storedView]);
      },
      rename: async ({ id, name }) => {
        const view = list().find((one) => one.id === id);
        if (!view) return refuse('This view no longer exists.');
        if (list().some((one) => one.id !== id && one.page === view.page && isSameName(one.name, name)))
          return refuse(`A view named ${name} already exists.`);
        return change((views) => views.map((one) => (one.id === id ? { ...one, name } : one)));
      },
      remove: ({ id }) => change((views) => views.filter((view) => view.id !== id || view.profileId !== activeId())),
      openPage: async (_args, { signal }) => {
        const { baseURL } = profiles.view();
        if (!baseURL?.startsWith('https://')) return succeed({ url: null });
        return andThen(profiles.access(), (access) =>
          mapOutcome(features('open', access, signal), (has) => ({ url: has ? `${baseURL}${openPath}` : null })),
        );
      },
    } satisfies ConsoleHandlers['views'],
  };
}
