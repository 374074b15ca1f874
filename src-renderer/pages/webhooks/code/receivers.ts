import csharp from '../../../../docs/examples/webhooks/Program.cs?raw';
import java from '../../../../docs/examples/webhooks/Receiver.java?raw';
import go from '../../../../docs/examples/webhooks/receiver.go?raw';
// oxlint-disable-next-line import/default -- `?raw` imports the file's content
import node from '../../../../docs/examples/webhooks/receiver.mjs?raw';
import php from '../../../../docs/examples/webhooks/receiver.php?raw';
import python from '../../../../docs/examples/webhooks/receiver.py?raw';

export const receivers = [
  { id: 'node', label: 'Node', file: 'receiver.mjs', code: node },
  { id: 'python', label: 'Python', file: 'receiver.py', code: python },
  { id: 'csharp', label: 'C#', file: 'Program.cs', code: csharp },
  { id: 'go', label: 'Go', file: 'receiver.go', code: go },
  { id: 'php', label: 'PHP', file: 'receiver.php', code: php },
  { id: 'java', label: 'Java', file: 'Receiver.java', code: java },
] as const;
export type ReceiverId = (typeof receivers)[number]['id'];
