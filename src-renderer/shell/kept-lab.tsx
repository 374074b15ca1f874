import { CatchBoundary, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PageFailed } from './page-failed.tsx';

const ModalLabPage = lazy(() =>
  import('../pages/modal-lab/modal-lab-page.tsx').then(({ ModalLabPage: Page }) => ({ default: Page })),
);

/**
 * The Modal lab, which stays mounted during navigation: unmounting or moving it in the document would reload its guest
 * and lose the modal. While hidden, it is inert and keeps its size. Unmounts with its profile.
 */
export const KeptLab = ({ profileId }: { readonly profileId: string }) => {
  const isHere = useRouterState({
    select: ({ matches }) => matches.some(({ routeId, status }) => routeId === '/modal-lab' && status === 'success'),
  });
  const [keptFor, setKeptFor] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A frame keeps the focus, and with it all keys, although it is inert.
    if (!isHere && place.current?.contains(document.activeElement)) document.querySelector('main')?.focus();
  }, [isHere]);
  const wanted = isHere || keptFor === profileId ? profileId : null;
  if (wanted !== keptFor) setKeptFor(wanted);
  if (wanted === null) return null;
  return (
    <div ref={place} className="kept-page fill" data-away={!isHere || undefined} inert={!isHere}>
      <CatchBoundary getResetKey={() => `${isHere}`} errorComponent={PageFailed}>
        <Suspense>
          <ModalLabPage key={wanted} profileId={wanted} isHere={isHere} />
        </Suspense>
      </CatchBoundary>
    </div>
  );
};
