import { Package } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { BundleSubject } from '#shared/console-contract/support-bundle-calls.ts';
import { IconButton } from '#ui/controls/button.tsx';
import type { SupportBundleDialogProps } from './support-bundle-dialog.tsx';

const SupportBundleDialog = lazy(() =>
  import('./support-bundle-dialog.tsx').then(({ SupportBundleDialog: Dialog }) => ({ default: Dialog })),
);

export const LazySupportBundle = (props: SupportBundleDialogProps) => (
  <Suspense>
    <SupportBundleDialog {...props} />
  </Suspense>
);

interface SupportBundleButtonProps {
  readonly subject: BundleSubject;
  readonly about: string;
  readonly size: 'regular' | 'small';
  readonly disabledBecause?: string | null;
}

export const SupportBundleButton = ({ subject, about, size, disabledBecause }: SupportBundleButtonProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Support bundle"
        icon={Package}
        size={size}
        disabledBecause={disabledBecause}
        onPress={() => setOpen(true)}
      />
      {open ? <LazySupportBundle subject={subject} about={about} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
