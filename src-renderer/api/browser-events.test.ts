import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStreamReader } from './browser-events.ts';

const text =
  'id: 1\nevent: console-event\ndata: {"a":1}\n\n: a comment\n\nevent: reset\r\ndata:\r\n\r\nid:2\ndata: x\ndata: y\n\n';
const messages = [
  { id: '1', event: 'console-event', data: '{"a":1}' },
  { id: null, event: 'reset', data: '' },
  { id: '2', event: 'message', data: 'x\ny' },
];

test('messages are parsed with ID, name and data lines, and comments are ignored', () => {
  expect(createStreamReader()(text)).toEqual(messages);
});

test('the events are the same wherever the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const read = createStreamReader();
      const events = places.slice(1).flatMap((end, index) => read(text.slice(places[index], end)));
      expect(events).toEqual(messages);
    }),
  );
});

test('an incomplete message is not returned', () => {
  expect(createStreamReader()('data: half')).toEqual([]);
});
