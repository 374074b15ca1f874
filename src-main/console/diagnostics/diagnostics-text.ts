import { brand } from '#shared/brand.ts';
import type { SelfCheck } from '../self-check/self-check.ts';

const section = (title: string, lines: readonly string[]): string =>
  [title, ...(lines.length > 0 ? lines : ['none']).map((line) => `  ${line}`)].join('\n');

/** What a person pastes into a report. */
export function diagnosticsText({ at, host, items, versions }: SelfCheck, problems: readonly string[]): string {
  return [
    `${brand.consoleName}, ${host === 'electron' ? 'desktop' : 'browser'} host, ${at}`,
    section(
      'Versions',
      versions.map(({ name, version }) => `${name} ${version}`),
    ),
    section(
      'Self-check',
      items.map(({ group, name, state, found }) => `${state.padEnd(9)} ${group}: ${name}: ${found}`),
    ),
    section('Latest problems', problems.slice(-20)),
    '',
  ].join('\n\n');
}
