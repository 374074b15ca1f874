/**
 * Asks once for all who want to know the same within one turn of the event loop, when its last request has been read. So
 * an answer is never older than a request that gets it: what was revoked before a request was sent is refused. Nothing
 * is kept from turn to turn.
 */
export const oncePerTurn = <Answer>(ask: (question: string) => Promise<Answer>) => {
  let turn: Map<string, PromiseWithResolvers<Answer>> | undefined;
  const askAll = (): void => {
    const asked = turn;
    turn = undefined;
    for (const [question, { resolve, reject }] of asked ?? []) ask(question).then(resolve, reject);
  };
  return (question: string): Promise<Answer> => {
    if (turn === undefined) {
      turn = new Map();
      setImmediate(askAll);
    }
    let waiting = turn.get(question);
    if (waiting === undefined) {
      waiting = Promise.withResolvers<Answer>();
      turn.set(question, waiting);
    }
    return waiting.promise;
  };
};
