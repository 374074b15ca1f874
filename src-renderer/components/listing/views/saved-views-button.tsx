import { useSearch } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, ListChecks } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { TableLayout } from '#shared/console-contract/settings-calls.ts';
import { useSavedViews } from '../../../api/saved-views.ts';
import { useApplyView } from './use-apply-view.ts';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import type { MenuPart } from '#ui/menu/menu-parts.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { searchOfView } from './search-of-view.ts';

const SaveView = lazy(() => import('./save-view.tsx').then(({ SaveView: Dialog }) => ({ default: Dialog })));
const ManageViews = lazy(() => import('./manage-views.tsx').then(({ ManageViews: Dialog }) => ({ default: Dialog })));

interface SavedViewsButtonProps {
  readonly topic: Resource;
  readonly layout: TableLayout;
}

/** The saved views of a listing: filters, order, columns and page size under a name (C38). */
export const SavedViewsButton = ({ topic, layout }: SavedViewsButtonProps) => {
  const views = useSavedViews().filter(({ page }) => page === topic);
  const apply = useApplyView();
  const search = searchOfView(useSearch({ strict: false }));
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const now = JSON.stringify(search);
  const parts = (): readonly MenuPart[] => [
    ...(views.length === 0
      ? []
      : [
          {
            kind: 'one' as const,
            head: 'Saved views',
            ariaName: 'Saved views',
            lines: views.map(({ id, name }) => ({ id, label: name })),
            chosen: views.filter((view) => JSON.stringify(searchOfView(view.search)) === now).map(({ id }) => id),
            onChoose: ([chosen]: readonly string[]) => {
              const view = views.find(({ id }) => id === chosen);
              if (view) apply(view);
            },
          },
        ]),
    {
      kind: 'actions',
      ariaName: 'Views',
      lines: [
        { id: 'save', label: 'Save this view…', icon: BookmarkPlus },
        ...(views.length === 0 ? [] : [{ id: 'manage', label: 'Manage views…', icon: ListChecks }]),
      ],
      onAction: (id) => setDialog(id === 'save' ? 'save' : 'manage'),
    },
  ];
  const close = (): void => setDialog(null);
  return (
    <>
      <MenuButton className="icon-button ghost small" name="Saved views" tooltip placement="bottom end" parts={parts}>
        <Bookmark size={14} aria-hidden="true" />
      </MenuButton>
      <Suspense>
        {dialog === 'save' ? <SaveView {...{ topic, search, layout, views }} onClose={close} /> : null}
        {dialog === 'manage' ? <ManageViews views={views} onClose={close} /> : null}
      </Suspense>
    </>
  );
};
