import type { SavedFile } from '#shared/console-contract/saved-file.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { fetchDownload } from '#ui/values/download.ts';

/** Downloads a saved file in the browser host, and shows its location. Returns false if the user saved nothing. */
export function showSaved(saved: SavedFile): boolean {
  if (saved.result === 'dismissed') return false;
  if (saved.download !== null) fetchDownload(saved.download, saved.fileName);
  showToast(saved.path === null ? `Saved as ${saved.fileName}` : `Saved in ${saved.path}`, 'done');
  return true;
}
