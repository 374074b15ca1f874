import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { writeDeepLink } from '#shared/deep-links/deep-link.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { linkLine } from './link-words.ts';

type SharedView = Omit<Parameters<typeof writeDeepLink>[0], 'service'>;

export const shareView = (view: SharedView, profile: ConsoleState['profile']): void => {
  const { environment, builtIn, baseURL, name } = profile;
  const service = { environment, baseURL: builtIn ? null : baseURL, profile: name };
  const linkResult = writeDeepLink({ ...view, service });
  if ('refusal' in linkResult) showToast(linkResult.refusal, 'note');
  else copyText(linkResult.text, `the link to ${linkLine(linkResult.link)} in ${name}, without a key`);
};
