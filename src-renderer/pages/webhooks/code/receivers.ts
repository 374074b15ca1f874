import { csharpReceiver } from './receivers/csharp.ts';
import { goReceiver } from './receivers/go.ts';
import { javaReceiver } from './receivers/java.ts';
import { nodeReceiver } from './receivers/node.ts';
import { phpReceiver } from './receivers/php.ts';
import { pythonReceiver } from './receivers/python.ts';

export const receivers = [
  { id: 'node', label: 'Node', file: 'receiver.mjs', code: nodeReceiver },
  { id: 'python', label: 'Python', file: 'receiver.py', code: pythonReceiver },
  { id: 'csharp', label: 'C#', file: 'Program.cs', code: csharpReceiver },
  { id: 'go', label: 'Go', file: 'receiver.go', code: goReceiver },
  { id: 'php', label: 'PHP', file: 'receiver.php', code: phpReceiver },
  { id: 'java', label: 'Java', file: 'Receiver.java', code: javaReceiver },
] as const;
export type ReceiverId = (typeof receivers)[number]['id'];
