import { lazy, Suspense } from 'react';
import { ListingFrame } from '../../components/listing/listing-frame.tsx';
import { PagedCompanies } from './paged-companies.tsx';
import { useCompaniesView } from './use-companies-view.ts';
import './companies-page.css';

const LoadedCompanies = lazy(() =>
  import('./loaded-companies.tsx').then(({ LoadedCompanies: Page }) => ({ default: Page })),
);
const Opening = () => (
  <ListingFrame title="Companies" total={null} busy actions={null} bar={null} said="" foot={null}>
    {null}
  </ListingFrame>
);

/** The companies of the organization, page by page or all that are loaded. */
export const CompaniesPage = () => {
  const view = useCompaniesView();
  return view.search.view === 'all' ? (
    <Suspense fallback={<Opening />}>
      <LoadedCompanies view={view} />
    </Suspense>
  ) : (
    <PagedCompanies view={view} />
  );
};
