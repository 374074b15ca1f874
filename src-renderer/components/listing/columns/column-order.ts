/** The ids of a table's columns in the order that a person chose; new ones stand behind the one that they follow by default. */
export const orderedIds = (usual: readonly string[], chosen: readonly string[]): readonly string[] => {
  const ids = chosen.filter((id, index) => usual.includes(id) && chosen.indexOf(id) === index);
  usual.forEach((id, index) => {
    if (ids.includes(id)) return;
    const before = usual[index - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
  });
  return ids;
};

/** The same with one id moved by a step, left is -1; unchanged at the ends. */
export const movedIds = (ids: readonly string[], id: string, step: -1 | 1): readonly string[] => {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  const moved = [...ids];
  moved.splice(from, 1);
  moved.splice(to, 0, id);
  return moved;
};

/** The same with one id put before another one, or behind the last that is shown; hidden ones keep their neighbours. */
export const droppedIds = (
  ids: readonly string[],
  hidden: readonly string[],
  id: string,
  before: string | null,
): readonly string[] => {
  const others = ids.filter((each) => each !== id);
  const shown = others.filter((each) => !hidden.includes(each));
  const last = shown.at(-1);
  const place = before !== null ? others.indexOf(before) : last === undefined ? 0 : others.indexOf(last) + 1;
  if (place === -1) return ids;
  others.splice(place, 0, id);
  return others;
};
