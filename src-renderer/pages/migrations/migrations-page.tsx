import { lazy, Suspense } from 'react';
import { copyText } from '#ui/controls/copy.tsx';
import { shortIdText } from '#ui/values/ids.ts';
import { ListingFrame } from '../../components/listing/listing-frame.tsx';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import { PagedMigrations } from './paged-migrations.tsx';
import { useMigrationsView } from './use-migrations-view.ts';
import './migrations-page.css';

const LoadedMigrations = lazy(() =>
  import('./loaded-migrations.tsx').then(({ LoadedMigrations: Page }) => ({ default: Page })),
);
const Opening = () => (
  <ListingFrame title="Migrations" total={null} busy actions={null} bar={null} said="" foot={null}>
    {null}
  </ListingFrame>
);

/** The migrations of the organization, page by page or all that are loaded, and one of them in the drawer. */
export const MigrationsPage = () => {
  const view = useMigrationsView();
  const { open } = view.search;
  // Rows answer C themselves; this one is for the moments in which none of them has the focus yet.
  useShortcuts(open === null ? {} : { Escape: view.onClose, c: () => copyText(open, shortIdText(open)) });
  return view.search.view === 'all' ? (
    <Suspense fallback={<Opening />}>
      <LoadedMigrations view={view} />
    </Suspense>
  ) : (
    <PagedMigrations view={view} />
  );
};
