import { largeBytes } from './large-content.ts';

export interface TaskRequest {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly timeoutMs: number;
}

/** Replaces large content in a request. The content is sent first, as `ContentPart` messages. */
interface Parts {
  readonly partCount: number;
  /** Whether the parts form one buffer. If false, each part is a separate buffer. */
  readonly isOne: boolean;
}

export interface ContentPart {
  readonly part: Buffer;
}

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && 'partCount' in value;

const isBuffers = (value: unknown): value is Buffer[] => Array.isArray(value) && value.every(Buffer.isBuffer);

function* sliceContent(content: Buffer): Generator<Buffer> {
  for (let from = 0; from < content.length; from += largeBytes) yield content.subarray(from, from + largeBytes);
}

/** Splits a request into messages of at most 256 KiB, because sending keeps two copies of a message in memory. */
export const splitRequest = (request: TaskRequest): readonly (TaskRequest | ContentPart)[] => {
  const messages: ContentPart[] = [];
  const args = request.args.map((value): unknown => {
    if (!isBuffers(value) && !(Buffer.isBuffer(value) && value.length > largeBytes)) return value;
    const parts = Buffer.isBuffer(value) ? [...sliceContent(value)] : value;
    messages.push(...parts.map((part) => ({ part })));
    return { partCount: parts.length, isOne: Buffer.isBuffer(value) } satisfies Parts;
  });
  return [...messages, { ...request, args }];
};

export const createRequestJoiner = () => {
  const parts: Buffer[] = [];
  return (message: TaskRequest | ContentPart): TaskRequest | undefined => {
    if ('part' in message) {
      parts.push(message.part);
      return undefined;
    }
    const args = message.args.map((value) => {
      if (!isParts(value)) return value;
      const ownParts = parts.splice(0, value.partCount);
      return value.isOne ? Buffer.concat(ownParts) : ownParts;
    });
    return { ...message, args };
  };
};
