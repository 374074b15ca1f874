/** Takes a listener, and returns the function that lets it go. */
export type Listen<Event> = (listener: (event: Event) => void) => () => void;

/** One kind of event: whoever causes it emits, and those who came to listen hear it in the order in which they came. */
interface Emitter<Event> {
  readonly emit: (event: Event) => void;
  readonly listen: Listen<Event>;
}

export function createEmitter<Event = void>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
