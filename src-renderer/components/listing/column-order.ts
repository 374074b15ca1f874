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
