import { escapeHtml } from './escape-html.ts';

export const ticketFormats = ['plain', 'markdown', 'html', 'jira'] as const;
export type TicketFormat = (typeof ticketFormats)[number];

export interface TicketTemplate {
  readonly format: TicketFormat;
  readonly text: string;
}

export const maxTemplateLength = 4_000;

/** Labels of the values that `{{details}}` lists in this order. */
const labels = {
  user: 'User',
  company: 'Company',
  status: 'Status',
  created: 'Created',
  since: 'Since',
  cause: 'Cause',
  items: 'Items',
  reference: 'Reference',
  request_id: 'Request ID',
  next_step: 'Next step',
  link: 'Link',
} as const;
type ValueName = 'title' | 'id' | keyof typeof labels;
export const ticketPlaceholders: readonly string[] = ['title', 'details', 'id', ...Object.keys(labels)];

/** An empty value leaves out the lines that have no other placeholder with a value. */
export type TicketValues = Readonly<Record<ValueName, string>>;

type Lines = readonly (readonly [label: string, value: string])[];

interface Format {
  readonly label: string;
  readonly defaultText: string;
  readonly separator: string;
  readonly escape: (value: string) => string;
  readonly listOf: (lines: Lines) => string;
  /** Markup that a template must not contain, because it could send values elsewhere when a user pastes a ticket. */
  readonly refused?: { readonly pattern: RegExp; readonly words: string };
}

/** Escapes what starts markup or an automatic link. */
const escapeMarkdown = (value: string): string =>
  value.replaceAll(/[\\`*_{}[\]<>()#+!|~&@=$^]|:(?=\/)|(?<=^\d+)[.)]|\.(?=[a-z])|^-/gi, String.raw`\$&`);

const escapeJira = (value: string): string =>
  value.replaceAll(/[\\{}[\]*_+^~?|!#&@]|:(?=\/)|(?<!\w)-|(?<=^(?:h[1-6]|bq))\./gi, (sign) =>
    // Two backslashes are a line break.
    sign === '\\' ? '&#92;' : `\\${sign}`,
  );

const simpleTags = 'p|b|i|u|em|strong|code|pre|ul|ol|li|table|tbody|tr|th|td|h[1-6]';
const otherTag = new RegExp(`<(?!(?:/?(?:${simpleTags})|br|hr|/a|a href="\\{\\{link\\}\\}")>)`, 'i');

export const formats: Readonly<Record<TicketFormat, Format>> = {
  plain: {
    label: 'Plain text',
    defaultText: '{{title}}\n\n{{details}}',
    separator: '\n\n---\n\n',
    escape: (value) => value,
    listOf: (lines) => {
      const width = Math.max(...lines.map(([label]) => label.length)) + 2;
      return lines.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
    },
  },
  markdown: {
    label: 'Markdown',
    defaultText: '**{{title}}**\n\n{{details}}',
    separator: '\n\n---\n\n',
    escape: escapeMarkdown,
    listOf: (lines) => lines.map(([label, value]) => `- **${label}:** ${value}`).join('\n'),
    refused: { pattern: /!\[|<(?=[a-z/!?])/i, words: "A Markdown template can't contain images or HTML" },
  },
  html: {
    label: 'HTML',
    defaultText: '<p><b>{{title}}</b></p>{{details}}',
    separator: '<hr>',
    escape: escapeHtml,
    listOf: (lines) =>
      `<table>${lines.map(([label, value]) => `<tr><th align="left">${label}</th><td>${value}</td></tr>`).join('')}</table>`,
    refused: {
      pattern: otherTag,
      words: 'HTML can contain only simple tags without attributes, and <a href="{{link}}">',
    },
  },
  jira: {
    label: 'Jira',
    defaultText: '*{{title}}*\n\n{{details}}',
    separator: '\n\n----\n\n',
    escape: escapeJira,
    listOf: (lines) => lines.map(([label, value]) => `||${label}|${value}|`).join('\n'),
    refused: { pattern: /!\S+!/, words: "A Jira template can't contain images" },
  },
};

const placeholderPattern = /\{\{([^{}\n]*)(?:\}\})?/g;

/** Returns an error message for the first unknown placeholder or refused markup. Null if the template is valid. */
export const findTemplateProblem = ({ format, text }: TicketTemplate): string | null => {
  const problemAt = (index: number, words: string): string =>
    `Line ${text.slice(0, index).split('\n').length}: ${words}.`;
  if (text.trim() === '') return problemAt(0, 'Enter a template');
  for (const { 0: found, 1: name = '', index } of text.matchAll(placeholderPattern)) {
    if (!found.endsWith('}}') || !ticketPlaceholders.includes(name))
      return problemAt(index, `${found} isn't a placeholder`);
  }
  const { refused } = formats[format];
  const found = refused?.pattern.exec(text);
  return refused && found ? problemAt(found.index, refused.words) : null;
};

/** Matches links that no format interprets as more than a link. */
const plainLink = /^[\w:/.#-]+$/;

/** Fills a template with the values of a ticket. The template's format escapes the values, so no value adds markup. */
export const fillTemplate = ({ format, text }: TicketTemplate, values: TicketValues): string => {
  const { escape, listOf } = formats[format];
  const valueOf = (name: ValueName): string =>
    name === 'link' && plainLink.test(values.link) ? values.link : escape(values[name]);
  const listed = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (name) => values[name] !== '' && (name !== 'created' || values.since === ''),
  );
  const list = listOf(listed.map((name) => [labels[name], valueOf(name)]));
  const replacementOf = (name: string): string => (name === 'details' ? list : valueOf(name as ValueName));
  return text
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(placeholderPattern)].map(([, name = '']) => name);
      return names.length === 0 || names.some((name) => replacementOf(name) !== '');
    })
    .map((line) => line.replaceAll(placeholderPattern, (_all, name: string) => replacementOf(name)))
    .join('\n');
};
