import { CatchBoundary, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { focusPage } from '#ui/keys/lent-focus.ts';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { PageFailed } from './page-failed.tsx';

const ModalLabPage = lazyPart(() => import('../pages/modal-lab/modal-lab-page.tsx'), 'ModalLabPage');

/**
 * The Modal lab, which stays mounted during navigation: unmounting or moving it in the document would reload its guest
 * and lose the modal. While hidden, it is inert and keeps its size. Unmounts with its profile.
 */
export const KeptLab = ({ profileId }: { readonly profileId: string }) => {
  const isHere = useRouterState({
    select: ({ matches }) => matches.some(({ routeId, status }) => routeId === '/modal-lab' && status === 'success'),
  });
  const [keptProfileId, setKeptProfileId] = useState<string | null>(null);
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A frame keeps the focus and receives all key presses even while it is inert.
    if (!isHere && containerRef.current?.contains(document.activeElement)) focusPage();
  }, [isHere]);
  const mountedProfileId = isHere || keptProfileId === profileId ? profileId : null;
  if (mountedProfileId !== keptProfileId) setKeptProfileId(mountedProfileId);
  if (mountedProfileId === null) return null;
  return (
    <div ref={containerRef} className="kept-page fill" data-away={!isHere || undefined} inert={!isHere}>
      <CatchBoundary getResetKey={() => `${isHere}`} errorComponent={PageFailed}>
        <ModalLabPage key={mountedProfileId} profileId={mountedProfileId} isHere={isHere} />
      </CatchBoundary>
    </div>
  );
};
