import { attentionFilters } from '#shared/attention.ts';
import { attentionNames } from '#shared/attention-names.ts';
import type { DeepLink } from '#shared/deep-links/deep-link.ts';
import { fieldFilters, fieldOf, fieldsOf, type Fields, type Resource } from '#shared/migration-api/fields.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { daysLabel } from '#ui/filters/day-range.ts';
import { parseDays, sincePresets } from '#ui/filters/days-choice.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';

interface LinkWord {
  readonly label: string;
  readonly text: string;
}

const maxValues = 3;

const valueText = (kind: string, value: string): string => {
  if (value === '') return 'none';
  if (kind === 'status') return statusStyleOf(value).label;
  return looksLikeUuid(value) ? shortIdText(value) : value;
};

/** Returns the column with "ascending" or "descending", because "newest first" fits only times. */
const sortWords = (page: Resource, sort: string): string | null => {
  const [column = '', direction] = sort.split(' ');
  const name = fieldOf(page, 'sort', column.replace(/^col-/, ''));
  const label = name === null ? undefined : (fieldsOf[page] as Fields)[name]?.label;
  return label === undefined ? null : `${label}, ${direction === 'desc' ? 'descending' : 'ascending'}`;
};

export const linkWords = ({ page, search }: Pick<DeepLink, 'page' | 'search'>): readonly LinkWord[] => {
  const singleValue = (name: string): string => (typeof search[name] === 'string' ? search[name] : '');
  const words: LinkWord[] = fieldFilters(page).flatMap(({ name, label, kind }) => {
    const values = search[name] ?? [];
    if (typeof values === 'string' || values.length === 0) return [];
    const valueTexts = values.slice(0, maxValues).map((value) => valueText(kind, value));
    const omittedCount = values.length - valueTexts.length;
    return [
      { label, text: omittedCount === 0 ? valueTexts.join(', ') : `${valueTexts.join(', ')} and ${omittedCount} more` },
    ];
  });
  const reasons = attentionFilters.filter((attentionFilter) => search['attention']?.includes(attentionFilter));
  if (reasons.length > 0)
    words.push({ label: 'Needs attention', text: reasons.map((reason) => attentionNames[reason]).join(', ') });
  const createdDays = parseDays(singleValue('created'));
  if (createdDays) words.push({ label: 'Created', text: daysLabel(createdDays) });
  const changedDays = parseDays(singleValue('changed'), sincePresets);
  if (changedDays) words.push({ label: 'Changed', text: daysLabel(changedDays) });
  if (singleValue('text')) words.push({ label: 'Find', text: `“${singleValue('text')}”` });
  const groupLabel =
    fieldFilters(page).find(({ name }) => name === singleValue('group'))?.label ?? (singleValue('group') && 'Day');
  if (groupLabel) words.push({ label: 'Grouped by', text: groupLabel });
  const sortText = sortWords(page, singleValue('sort'));
  if (sortText) words.push({ label: 'Sorted by', text: sortText });
  if (singleValue('open')) words.push({ label: 'Open', text: shortIdText(singleValue('open')) });
  return words;
};

export const linkTitle = ({ page, id }: Pick<DeepLink, 'page' | 'id'>): string => {
  if (id === null) return page === 'migrations' ? 'Migrations' : 'Companies';
  return `${page === 'migrations' ? 'Migration' : 'Company'} ${shortIdText(id)}`;
};

export const linkLine = (link: Pick<DeepLink, 'page' | 'id' | 'search'>): string =>
  [linkTitle(link), ...linkWords(link).map(({ label, text }) => `${label.toLowerCase()} ${text}`)].join(', ');
