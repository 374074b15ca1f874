import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { writeDeepLink } from '#shared/deep-links/deep-link.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { linkLine } from './link-words.ts';

interface SharedView {
  readonly page: Resource;
  readonly id: string | null;
  readonly search: object;
}

export const shareView = (view: SharedView, profile: ConsoleState['profile']): void => {
  const { environment, builtIn, baseURL, name } = profile;
  const service = { environment, baseURL: builtIn ? null : baseURL, profile: name };
  const linkResult = writeDeepLink({ ...view, service });
  if ('refusal' in linkResult) showToast(linkResult.refusal, 'note');
  else copyText(linkResult.text, `the link to ${linkLine(linkResult.link)} in ${name}, without a key`);
};
