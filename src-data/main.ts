import path from 'node:path';
import { createAnswers } from './answer-request.ts';
import { openParentChannel } from './parent-channel.ts';
import { openTimelineDatabase } from './timeline/open-timeline.ts';
import { createStatusTimes } from './timeline/status-times.ts';
import { createTimeline } from './timeline/timeline.ts';

const channel = openParentChannel();
const [folder] = process.argv.slice(2);
if (!channel || !folder) {
  process.stderr.write('The data process is started by the console, with the user-data folder as its argument.\n');
  process.exitCode = 2;
} else {
  const log = (line: string) => channel.send({ kind: 'log', line });
  const database = openTimelineDatabase(path.join(folder, 'timeline.db'), log);
  const timeline = createTimeline(database);
  timeline.clean(Date.now());
  channel.listen(createAnswers(timeline, createStatusTimes(database), channel.send));
}
