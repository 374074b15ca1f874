import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, CircleX, Inbox, ListChecks, type LucideIcon, Share2, Ship } from 'lucide-react';
import { useState } from 'react';
import type { TableLayout } from '#shared/console-contract/settings-calls.ts';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import type { Maybe, MenuPart } from '#ui/menu/pop-menu.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { useSavedViews } from '../../../api/profile-data.ts';
import { consoleKeys, keyName } from '../../palette/console-keys.ts';
import { shareLabel, useShareView } from '../../links/use-share-view.ts';
import { attentionView, failedView } from './attention-view.ts';
import { useApplyView } from './use-apply-view.ts';

const unsavedParameters = new Set(['page', 'open']);

/** Returns the search parameters that a view stores, sorted by name. Omits defaults, like the route does. */
const searchOfView = (search: object): SavedView['search'] =>
  Object.fromEntries(
    Object.entries(search)
      .filter(
        ([name, value]) =>
          !unsavedParameters.has(name) && value !== null && value !== undefined && value !== '' && !isEmptyList(value),
      )
      .sort(([one], [other]) => one.localeCompare(other)),
  );

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Returns a key for comparing views. Excludes the page size and the row source, which built-in views don't define. */
const plainSearch = (search: object): string => JSON.stringify(searchOfView({ ...search, size: null, view: null }));

interface BuiltInView {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly search: object;
}

const builtInViews: readonly BuiltInView[] = [
  { id: 'all', label: 'All migrations', icon: Ship, search: {} },
  { id: 'attention', label: attentionView.name, icon: Inbox, search: attentionView.search },
  { id: 'failed', label: failedView.name, icon: CircleX, search: failedView.search },
];

const SaveView = lazyPart(() => import('./save-view.tsx'), 'SaveView');
const ManageViews = lazyPart(() => import('./manage-views.tsx'), 'ManageViews');

export const SavedViewsButton = ({ topic, layout }: { readonly topic: Resource; readonly layout: TableLayout }) => {
  const views = useSavedViews().filter(({ page }) => page === topic);
  const apply = useApplyView();
  const navigate = useNavigate();
  const route = useSearch({ strict: false });
  const search = searchOfView(route);
  const share = useShareView(topic, null, route);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const searchJson = JSON.stringify(search);
  const plain = plainSearch(search);
  const parts = (): readonly Maybe<MenuPart>[] => [
    topic === 'migrations' && {
      kind: 'one',
      ariaName: 'Built-in views',
      lines: builtInViews,
      chosen: builtInViews.filter((view) => plainSearch(view.search) === plain).map(({ id }) => id),
      onChoose: ([chosen]) =>
        void navigate({ to: '/migrations', search: builtInViews.find(({ id }) => id === chosen)?.search ?? {} }),
    },
    views.length > 0 && {
      kind: 'one',
      head: 'Saved views',
      lines: views.map(({ id, name }) => ({ id, label: name })),
      chosen: views.filter((view) => JSON.stringify(searchOfView(view.search)) === searchJson).map(({ id }) => id),
      onChoose: ([chosen]) => {
        const view = views.find(({ id }) => id === chosen);
        if (view) apply(view);
      },
    },
    {
      kind: 'actions',
      ariaName: 'Views',
      lines: [
        { id: 'share', label: shareLabel, icon: Share2, keys: [keyName(consoleKeys.share)], run: share },
        { id: 'save', label: 'Save this view…', icon: BookmarkPlus, run: () => setDialog('save') },
        views.length > 0 && { label: 'Manage views…', icon: ListChecks, run: () => setDialog('manage') },
      ],
    },
  ];
  const close = (): void => setDialog(null);
  return (
    <>
      <MenuButton className="icon-button ghost small" name="Saved views" tooltip icon={Bookmark} parts={parts} />
      {dialog === 'save' ? <SaveView {...{ topic, search, layout, views }} onClose={close} /> : null}
      {dialog === 'manage' ? <ManageViews views={views} onClose={close} /> : null}
    </>
  );
};
