import { lazy, Suspense } from 'react';
import type { SupportBundleDialogProps } from './support-bundle-dialog.tsx';

const SupportBundleDialog = lazy(() =>
  import('./support-bundle-dialog.tsx').then(({ SupportBundleDialog: Dialog }) => ({ default: Dialog })),
);

/** The preview of a support bundle, loaded when it is first asked for. */
export const LazySupportBundle = (props: SupportBundleDialogProps) => (
  <Suspense>
    <SupportBundleDialog {...props} />
  </Suspense>
);
