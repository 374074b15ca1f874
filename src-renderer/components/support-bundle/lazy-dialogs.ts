import { lazyPart } from '#ui/state/lazy-part.tsx';

export const LazyCrashReports = lazyPart(() => import('./crash-reports-dialog.tsx'), 'CrashReportsDialog');
export const LazySupportBundle = lazyPart(() => import('./support-bundle-dialog.tsx'), 'SupportBundleDialog');
