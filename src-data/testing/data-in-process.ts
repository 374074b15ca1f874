import type { DataArgs, DataCallName, DataReply, DataRequest, DataResult } from '#shared/data-messages/data-calls.ts';
import { createAnswers } from '../answer-request.ts';
import { openStores } from '../open-stores.ts';

type CallData = <Name extends DataCallName>(call: Name, args: DataArgs<Name>) => Promise<DataResult<Name>>;

/** Runs the data process inside the test process, with in-memory databases unless `fileOf` names files. */
export function openDataInProcess(fileOf: (name: string) => string = () => ':memory:'): CallData {
  const pendingReplies = new Map<number, (reply: DataReply) => void>();
  const answer = createAnswers(
    openStores(fileOf, () => undefined),
    (reply) => ('id' in reply ? pendingReplies.get(reply.id)?.(reply) : undefined),
  );
  let lastId = 0;
  return (call, args) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      pendingReplies.set(id, (reply) => {
        pendingReplies.delete(id);
        if (reply.kind === 'result') resolve(reply.value as never);
        else if (reply.kind === 'failed') reject(new Error(reply.problem));
      });
      // Serializes like a real process boundary, so that rows share no strings.
      answer(JSON.parse(JSON.stringify({ id, call, args })) as DataRequest);
    });
}
