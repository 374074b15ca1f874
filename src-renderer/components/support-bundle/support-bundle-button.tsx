import { Package } from 'lucide-react';
import { useState } from 'react';
import type { BundleSubject } from '#shared/console-contract/support-bundle-calls.ts';
import { IconButton } from '#ui/controls/controls.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';

export const LazyCrashReports = lazyPart(() => import('./crash-reports-dialog.tsx'), 'CrashReportsDialog');
export const LazySupportBundle = lazyPart(() => import('./support-bundle-dialog.tsx'), 'SupportBundleDialog');

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
