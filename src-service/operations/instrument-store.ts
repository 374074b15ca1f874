import type { Store } from '../store/store.ts';
import type { StoreWatch } from './watches.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** Wraps the asynchronous methods of a topic and of its parts, such as `people.sessions`. */
const timeTopic = <Topic extends object>(topic: Topic, took: (startedAt: number) => void): Topic => {
  const wrapWithTimer = (member: unknown): unknown => {
    if (typeof member === 'object' && member !== null) return timeTopic(member, took);
    if (typeof member !== 'function') return member;
    return (...args: readonly unknown[]) => {
      const startedAt = performance.now();
      const result = (member as Method).apply(topic, [...args]);
      if (!(result instanceof Promise)) return result;
      const note = (): void => took(startedAt);
      result.then(note, note);
      return result;
    };
  };
  return Object.fromEntries(Object.entries(topic).map(([name, member]) => [name, wrapWithTimer(member)])) as Topic;
};

export const instrumentStore = (store: Store, watch: StoreWatch): Store => {
  const topics = Object.entries(store).map(([topic, member]: [string, unknown]) => [
    topic,
    typeof member === 'object' && member !== null
      ? timeTopic(member, (startedAt) => watch.called(topic, performance.now() - startedAt))
      : member,
  ]);
  return Object.fromEntries(topics) as Store;
};
